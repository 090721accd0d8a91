import Dial
import DialSyntax
import Foundation
import TestSupport
import Testing

@testable import DialBuild
@testable import DialMessage
@testable import DialModel
@testable import DialSpec

/// Types that are other names of built-in types: endpoints with them are the same as without.
struct AliasTests {
  private static let chain = (0..<12).map { "  P\($0): \($0 == 0 ? "Photo" : "P\($0 - 1)")\n" }.joined()

  private static let types = """
    base: https://api.test
    types:
      Photo: File
      Album: [Photo]
      Picture: Photo
      Raw: Data
      ID: Int
      IDs: [ID]
      Ages: "[String: ID]"
      Zip: String
      Flag: Bool
      Maybe: ID?
      MaybeUser: User?
      User: {id: ID}
      Nested: "[Nested]?"
      Tree: "[String: Tree]?"
      Sort: '"asc" | "desc"'
    \(chain)endpoints:

    """

  static let endpoints: [(named: String, plain: String)] = [
    ("'POST /x (p Photo, q? Picture)'", "'POST /x (p File, q? File)'"),
    ("'POST /x (p Album, t [Picture])'", "'POST /x (p [File], t [File])'"),
    ("{PUT: /x, params: {_ p: {type: Photo, max: 1MB}}}", "{PUT: /x, params: {_ p: {type: File, max: 1MB}}}"),
    (
      "'GET /x/{z=01} (z Zip, n ID = 1, f Flag = true, y Zip = 01234)'",
      "'GET /x/{z=01} (z String, n Int = 1, f Bool = true, y String = 01234)'"
    ),
    ("{GET: /x, params: {i: {type: ID, values: [1, 2]}}}", "{GET: /x, params: {i: {type: Int, values: [1, 2]}}}"),
    (
      "{GET: /x, params: {f: {type: Flag, default: yes, values: [true]}}}",
      "{GET: /x, params: {f: {type: Bool, default: yes, values: [true]}}}"
    ),
    ("'POST /x (m Maybe, l IDs, a Ages) -> IDs ! Zip'", "'POST /x (m Int?, l [Int], a [String: Int]) -> [Int] ! String'"),
    ("'POST /x (p P11)'", "'POST /x (p File)'"),
    ("'PUT /x (_ u MaybeUser)'", "'PUT /x (_ u User?)'"),
    ("'GET /x (d Raw)'", "'GET /x (d Data)'"),
    ("'GET /x (p Photo)'", "'GET /x (p File)'"),
    ("'GET /x (f! Zip)'", "'GET /x (f! String)'"),
  ]

  /// The model without places in the file, and the findings.
  private func reading(_ endpoint: String) throws -> (model: String, found: [String]) {
    let bytes = Array((Self.types + "  e: \(endpoint)\n").utf8)
    let reading = Spec.check(bytes, name: "s.yaml", folder: nil)
    let model = try reading.service.endpoints[0]
    let parameters = model.parameters.map {
      "\($0.name) \($0.place) \($0.shape.spelling) \($0.isRequired) \(outline($0.defaultValue as Any)) \(outline($0.values as Any))"
    }
    let result = "\(model.encoding) \(model.result) \(model.failure.map(\.spelling) ?? "")".split(separator: "range:")[0]
    return ((parameters + [String(result)]).joined(separator: "\n"), reading.diagnostics.map(\.message))
  }

  @Test(arguments: endpoints) func areTheTypesThatTheyName(named: String, plain: String) throws {
    let (a, b) = (try reading(named), try reading(plain))
    #expect(a.model == b.model)
    #expect(a.found == b.found)
  }

  /// Records and unions keep their names, which say more than their content.
  @Test func recordsAndWordsKeepTheirNames() throws {
    #expect(try reading("'GET /x (s Sort, u User)'").model.contains("s query Sort true"))
    #expect(try reading("'POST /x (u User)'").model.contains("u field User true"))
    #expect(try reading("'POST /x (n Nested, t Tree)'").model.contains("n field Nested"))
  }

  @Test func anUploadOfAnAliasIsOneInAKeptSpec() throws {
    let lines = (0..<300).map { "  e\($0): POST /things/{id}/\($0) (p Photo)\n" }.joined()
    let folder = try TemporaryFolder(["api.yaml": Self.types + lines])
    let (file, store) = ("\(folder.path)/api.yaml", SpecStore("\(folder.path)/cache"))
    try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -3600)], ofItemAtPath: file)
    for _ in 0..<2 {
      let spec = try Spec.load(file, store: store)
      #expect(try spec.service.endpoints[7].encoding == .multipart)
      #expect(try spec.service.endpoints[7].parameters.map(\.shape.spelling) == ["File", "JSON"])
    }
  }
}
