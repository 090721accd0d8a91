import CallTestSupport
import Dial
import DialBuild
import TestSupport

@testable import DialEngine

extension TemporaryFolder {
  func spec(_ name: String = "api.yaml") throws -> Spec { try Spec.load("\(path)/\(name)") }

  func call(_ endpoint: String = "e", _ arguments: Arguments = [:]) throws -> String {
    text(of: try Client(try spec(), transport: Canned()).prepare(endpoint, arguments).request)
  }
}
