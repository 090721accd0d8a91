import DialJSON
import Synchronization

@testable import DialCLI
@testable import DialConsole

/// The result of one command line.
struct Ran: Equatable {
  var out: String
  var err: String
  var exit: Int32
}

/// Runs a command line in this process. The words are split at spaces; specs are passed by name.
func dial(
  _ line: String, _ more: [String] = [], specs: [String: String] = [:], stdin: String = "", terminal: Bool = false, width: Int = 80,
  cache: String? = nil, around: (inout Context) -> Void = { _ in }
) async -> Ran {
  let (out, err) = (CollectedOutput(), CollectedOutput())
  var console = Console(
    out: { bytes throws(Failure) in out.append(bytes) }, err: { bytes throws(Failure) in err.append(bytes) }, outIsTerminal: terminal,
    errIsTerminal: false, width: width)
  console.mayColor = false
  var context = Context.standard
  context.builtIn.merge(specs) { $1 }
  context.prefersBuiltIn = true
  context.folders = []
  context.cacheFolder = cache
  // Files of the user are neither read nor changed.
  context.user = UserFolders()
  context.profile = nil
  context.stdinIsTerminal = false
  context.stdinIsPipe = false
  context.stdinHasText = false
  // Other tests may keep the processor for seconds.
  context.patience = .seconds(4)
  context.ask = { _, _ in nil }
  context.browse = { _ in false }
  context.stdinFile = { nil }
  context.stdin = { () throws(Failure) in Array(stdin.utf8) }
  let rest = Mutex(Array(stdin.utf8))
  context.piece = { () async throws(Failure) in
    rest.withLock { rest in
      defer { rest = [] }
      return rest
    }
  }
  around(&context)
  let words = line.split(separator: " ").map(String.init) + more
  let exit = await Shell.run(words, console, context: context)
  return Ran(out: String(decoding: out.bytes, as: UTF8.self), err: String(decoding: err.bytes, as: UTF8.self), exit: exit)
}

func quoted(_ text: String) -> String { JSONWriter.quote(text) }

/// What a command has written.
final class CollectedOutput: Sendable {
  private let all = Mutex<[UInt8]>([])

  var bytes: [UInt8] { all.withLock { $0 } }

  func append(_ bytes: [UInt8]) { all.withLock { $0 += bytes } }
}
