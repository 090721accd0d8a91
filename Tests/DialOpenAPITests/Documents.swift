import CallTestSupport
import Dial
import DialJSON
import DialSyntax
import TestSupport

@testable import DialBuild
@testable import DialEngine

/// A document with one operation, `op`, and what it means.
struct Sample {
  /// The document of OpenAPI 3 in JSON.
  var document: String

  /// - Parameter operation: the members of the operation, in JSON.
  init(_ operation: String, path: String = "/x", method: String = "get", more: String = "", components: String = "{}") {
    document = """
      {"openapi": "3.2.0", "info": {"title": "t", "version": "1"}, "servers": [{"url": "https://api.test/v1"}], \(more)
       "components": \(components), "paths": {"\(path)": {"\(method)": {"operationId": "op", \(operation)}}}}
      """
  }

  init(whole document: String) { self.document = document }

  func spec() throws -> Spec { try Spec.load(yaml: document, name: "shop.yaml", trust: .folder) }

  /// Returns the document with changes.
  func changed(by overlay: String) throws -> Spec {
    let folder = try TemporaryFolder(["shop.json": document, "ours.yaml": "service: shop\noverlay: shop.json\n" + overlay])
    return try Spec.load(folder.path + "/ours.yaml")
  }

  func client(_ variables: Variables = [:], _ transport: any Transport = Canned()) throws -> Client {
    Client(try spec(), variables: variables, transport: transport)
  }

  /// Returns the request of a call, or its error.
  func request(_ arguments: String = "{}", variables: Variables = [:], _ options: CallOptions = .init()) -> String {
    do {
      let members = try JSON(parsing: arguments).asObject?.map { ($0.name, $0.value) } ?? []
      return text(of: try client(variables).prepare("op", Arguments(members: members), options).request)
    } catch {
      return (error as? CallError)?.message ?? "\(error)"
    }
  }

  /// The messages of all warnings. There must be no errors.
  func warnings() throws -> [String] {
    let findings = try spec().service.endpoints.findings
    return findings.filter { $0.severity != .note }.map { $0.severity == .error ? "error: \($0.message)" : $0.message }
  }
}
