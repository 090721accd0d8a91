import Dial
import DialBuild
import DialEngine
import DialHTTP
import DialJSON
import DialMessage
import DialModel
import Foundation
import Testing

@testable import DialCLI
@testable import DialConsole

/// Every endpoint of the specs in `specs/`, with arguments that are made from its declaration, gives a request with nothing left unfilled.
struct BindingTests {
  private static let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

  @Test func everyEndpointOfEverySpecBinds() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.root + "/specs").filter { $0.hasSuffix(".yaml") }.sorted()
    var count = 0
    for name in names {
      let path = "\(Self.root)/specs/\(name)"
      let text = try String(contentsOfFile: path, encoding: .utf8)
      let spec = try Spec.load(path)
      let variables = Set(text.matches(of: #/\$\{(\w+)\}/#).map { String($0.1) })
      let client = Client(
        spec, variables: Variables(Dictionary(uniqueKeysWithValues: variables.map { ($0, "value") })), transport: HTTPTransport())
      for endpoint in spec.endpoints {
        let model = try #require(spec.service.endpoints[endpoint])
        let skeleton = Skeleton(endpoint: model, types: spec.service.types)
        var arguments = Arguments(members: skeleton.json.asObject?.map { ($0.name, $0.value) } ?? [])
        for file in skeleton.files { arguments.append(file, File(bytes: [65], filename: "a.txt")) }
        do throws(CallError) {
          // A skeleton has one item of each array, whatever its constraints are.
          var options = CallOptions()
          options.ignoresConstraints = true
          let draft = try client.prepare(endpoint, arguments, options)
          count += 1
          #expect(!draft.url.contains { "{}$".contains($0) }, "\(name) \(endpoint): \(draft.url)")
        } catch {
          Issue.record("\(name) \(endpoint): \(error.message)")
        }
      }
    }
    #expect(count > 200)
  }
}
