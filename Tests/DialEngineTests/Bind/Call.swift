import CallTestSupport
import Dial
import DialJSON
import DialSyntax
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel

/// One row of a table: the line of the endpoint `e`, arguments as JSON, and the result (``Call/outcome()``).
struct Call: Sendable, CustomTestStringConvertible {
  var line: String
  var args: String
  var gives: String
  /// Additional top-level keys of the spec.
  var more: String

  init(_ line: String, _ args: String = "{}", _ gives: String, more: String = "") {
    self.line = line
    self.args = args
    self.gives = gives
    self.more = more
  }

  var testDescription: String { "\(line)  \(args)" }

  var spec: String {
    let quoted = line.hasPrefix("{") ? line : "\"" + line.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    return "base: https://api.test\n\(more)\nendpoints:\n  e: \(quoted)\n"
  }

  func outcome() throws -> String { try bound(spec, args) }

  func check(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let outcome = try outcome()
    #expect(outcome == gives, sourceLocation: sourceLocation)
  }
}

/// Returns the bound call as text: `METHOD url`, one line per header, an empty line and the body; or the faults.
func bound(
  _ yaml: String, _ args: String = "{}", variables: Variables = [:], base: String? = nil, trust: Spec.Trust = .folder,
  options: CallOptions = .init(), of endpoint: String = "e"
) throws -> String {
  let spec = try Spec.load(yaml: yaml, trust: trust)
  let client = Client(spec, variables: variables, base: base, transport: Canned())
  let members = try #require(try JSON(parsing: args).asObject)
  do throws(CallError) {
    return text(of: try client.prepare(endpoint, Arguments(members: members.map { ($0.name, $0.value) }), options).request)
  } catch {
    return "\(error.code): \(error.message)"
  }
}

/// Returns all output about a spec.
func findings(_ yaml: String) -> String {
  DiagnosticPrinter(color: false).text(Spec.check(yaml: Array(yaml.utf8), name: "spec.yaml"))
}
