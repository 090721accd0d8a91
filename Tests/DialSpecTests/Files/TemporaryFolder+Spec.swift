import Dial
import DialSyntax
import Foundation
import TestSupport

@testable import DialBuild
@testable import DialMessage
@testable import DialModel
@testable import DialSpec

extension TemporaryFolder {
  /// Returns all output about a file, with names relative to the folder.
  func findings(_ name: String = "api.yaml", isTrusted: Bool = true) throws -> String {
    let bytes = Array(try Data(contentsOf: URL(filePath: "\(path)/\(name)")))
    let found = Spec.check(bytes, name: name, folder: isTrusted ? Spec.folder(of: "\(path)/\(name)") : nil).diagnostics
    return DiagnosticPrinter(color: false).text(found)
  }

  /// Returns the first lines of the findings.
  func lines(_ name: String = "api.yaml") throws -> [String] {
    try findings(name).split(separator: "\n").filter { $0.contains(": error: ") || $0.contains(": warning: ") }.map(String.init)
  }

  func spec(_ name: String = "api.yaml") throws -> Spec { try Spec.load("\(path)/\(name)") }
}
