import Dial
import DialJSONPath
import DialLibc

/// The program of the conformance suites: one JSON request per line in, one JSON response per line out. Each operation is a few lines over
/// the library, and computes no result itself.
@main
struct Conformance {
  static func main() async {
    let ops = Ops()
    while let line = readLine(strippingNewline: true) {
      let answer = await ops.answer(line)
      print(JSONWriter.text(answer))
      fflush(nil)
    }
  }
}

/// A failure with its class in README.md.
struct Refusal: Error {
  var code: String
  var message: String
  var offset: Int?
  var line: Int?
  var column: Int?

  init(_ code: String, _ message: String) {
    self.code = code
    self.message = message
  }

  init(_ error: any Error) {
    switch error {
    case let refusal as Refusal: self = refusal
    case let error as JSONError:
      self.init(error.kind == .depth ? "LIMIT" : "DECODE", error.message)
      offset = error.offset
      line = error.line
      column = error.column
    case let error as JMESPathError: self.init("SPEC", error.message)
    case let error as JSONPathError: self.init(error.offset == nil ? "LIMIT" : "SPEC", error.description)
    case let error as URITemplateError: self.init("SPEC", error.message)
    case let error as SpecError:
      let first = error.diagnostics.first { $0.severity == .error }
      let limits = ["yaml-size", "yaml-depth", "yaml-alias-limit"]
      self.init(limits.contains(first?.id ?? "") ? "LIMIT" : "SPEC", error.diagnostics.map(\.message).joined(separator: "\n"))
      line = first?.range.start.line
      column = first?.range.start.column
    case let error as CallError: self.init(Self.name(of: error.code), error.message)
    case let error as TransportError: self.init(Self.name(of: CallError.Code(rawValue: error.kind.rawValue)), error.message)
    default: self.init("IO", "\(error)")
    }
  }

  private static func name(of code: CallError.Code) -> String {
    switch code {
    case .arguments, .unknownEndpoint: "USAGE"
    case .variable, .credentials: "AUTH"
    case .status: "STATUS"
    case .connect, .closed: "CONNECT"
    case .tls: "TLS"
    case .timeout: "TIMEOUT"
    case .protocol: "PROTO"
    case .truncated: "TRUNC"
    case .redirect: "REDIRECT"
    case .limit: "LIMIT"
    case .unsupported: "UNSUPPORTED"
    case .decoding, .selection, CallError.Code(rawValue: "coding"): "DECODE"
    default: "IO"
    }
  }

  var json: JSON {
    var members: [(String, JSON)] = [("code", .string(code)), ("message", .string(message))]
    if let offset { members.append(("offset", JSON(offset))) }
    if let line { members.append(("line", JSON(line))) }
    if let column { members.append(("column", JSON(column))) }
    return .object([("error", .object(members))])
  }
}
