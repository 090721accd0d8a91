#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// `dial-fuzz TARGET [flags and folders of libFuzzer]`: fuzzes one part of Dial. Run by `make fuzz`, see .ci/fuzz.
let targets: [(name: String, take: ([UInt8]) -> Void)] = [
  ("spec", SpecFuzz.take),
  ("yaml", SpecFuzz.yaml),
  ("signature", SignatureFuzz.take),
  ("json", JSONFuzz.take),
  ("jmespath", JMESPathFuzz.take),
  ("jsonpath", JSONPathFuzz.take),
  ("pattern", PatternFuzz.take),
  ("template", TemplateFuzz.take),
  ("bind", BindFuzz.take),
  ("reply", ReplyFuzz.take),
  ("stream", StreamFuzz.take),
  ("text", TextFuzz.take),
]

let wanted = CommandLine.arguments.dropFirst().first ?? ""
guard targets.contains(where: { $0.name == wanted }) else {
  print(targets.map(\.name).joined(separator: "\n"))
  exit(wanted.isEmpty ? 0 : 2)
}
let take = targets.first { $0.name == wanted }?.take ?? { _ in }

/// libFuzzer's own main as a function (https://llvm.org/docs/LibFuzzer.html#using-libfuzzer-as-a-library).
@_silgen_name("LLVMFuzzerRunDriver")
func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ take: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

var count = CommandLine.argc - 1
var arguments = CommandLine.unsafeArgv + 1
arguments[0] = CommandLine.unsafeArgv[0]
exit(
  runFuzzer(&count, &arguments) { start, count in
    take(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
  })
