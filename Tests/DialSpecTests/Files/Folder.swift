import DialSyntax
import Foundation

@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies
@testable import DialSpec
@testable import DialStreams

/// Files of a test in a folder of their own, which goes when the value goes.
final class Folder {
  let path = FileManager.default.temporaryDirectory.appending(path: "dial-files-\(UUID().uuidString)").path

  init(_ files: KeyValuePairs<String, String>) throws {
    for (name, text) in files {
      let file = URL(filePath: "\(path)/\(name)")
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A link at a name in the folder.
  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: "\(path)/\(name)", withDestinationPath: target)
  }

  /// All that is printed about a file, with names as they are below the folder.
  func findings(_ name: String = "api.yaml", isTrusted: Bool = true) throws -> String {
    let bytes = Array(try Data(contentsOf: URL(filePath: "\(path)/\(name)")))
    let found = Spec.check(bytes, name: name, folder: isTrusted ? Spec.folder(of: "\(path)/\(name)") : nil).diagnostics
    return DiagnosticPrinter(color: false).text(found)
  }

  /// The first lines of the findings, without the source.
  func lines(_ name: String = "api.yaml") throws -> [String] {
    try findings(name).split(separator: "\n").filter { $0.contains(": error: ") || $0.contains(": warning: ") }.map(String.init)
  }

  func spec(_ name: String = "api.yaml") throws -> Spec { try Spec.load("\(path)/\(name)") }

  /// The request of an endpoint as text (``text(of:)``).
  func call(_ endpoint: String = "e", _ arguments: Arguments = [:], variables: Variables = [:]) throws -> String {
    text(of: try Client(try spec(), variables: variables, transport: Canned()).prepare(endpoint, arguments).request)
  }
}
