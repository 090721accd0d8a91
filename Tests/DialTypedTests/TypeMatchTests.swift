import CallTestSupport
import Dial
import DialJSON
import DialSyntax
import Foundation
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies
@testable import DialTyped

/// Endpoints with Swift types: everything that can never fit is found when they are created.
@Suite struct TypeMatchTests {
  static let spec = """
    base: https://api.test
    types:
      User: {id: Int, name: String, nick?: String, tags: "[String]", boss?: User}
      Problem: {code: String}
    endpoints:
      get: GET /users/{id} (verbose Bool = false) -> User ! Problem
      create: POST /users (email String, age? Int, roles? [String]) -> (id Int, name String)
      replace: PUT /users (_ user User) -> Void
      tell: POST /tell (text String, at? Date) -> text
      open: POST /open
    """

  struct Get: Codable { var id: Int, verbose: Bool? }
  struct Create: Codable { var email: String, age: Int?, roles: [String]? }
  struct User: Codable { var id: Int, name: String, nick: String?, tags: [String], boss: [User]? }
  struct Problem: Codable { var code: String }

  @Test func whatFitsIsTaken() throws {
    #expect(findings("get", Get.self, User.self, Problem.self) == "")
    #expect(findings("create", Create.self, JSON.self) == "")
    #expect(findings("replace", Whole.self, JSON.self) == "")
    #expect(findings("tell", [String: String].self, String.self) == "")
    #expect(findings("open", Get.self, Get.self) == "")
  }

  struct Whole: Codable { var user: JSON }

  struct WrongCreate: Codable { var emial: String, age: String, roles: String? }
  struct WrongID: Codable { var id: String, name: String?, nam: Int }
  struct WrongProblem: Codable { var code: Int }

  @Test func everyMisfitIsFoundAtOnce() {
    #expect(
      findings("create", WrongCreate.self, WrongID.self) == """
        7:3: 'WrongCreate.emial' is not a parameter of 'create'; did you mean 'email'? [swift-argument]
        7:3: 'WrongID.id' is a String in Swift, but Int in the spec [swift-result]
        7:3: 'WrongID.nam' is required in Swift, but not declared in the spec; did you mean 'name'? [swift-result]
        7:24: 'WrongCreate' has no member 'email', which 'create' requires (body) [swift-argument]
        7:38: 'WrongCreate.age' is a String in Swift, but Int in the spec [swift-argument]
        7:48: 'WrongCreate.roles' is a String in Swift, but [String] in the spec [swift-argument]
        """)
    #expect(
      findings("get", Optionally.self, WrongUser.self, WrongProblem.self) == """
        3:33: 'WrongUser.nick' is optional in the spec, but required in Swift [swift-result]
        6:3: 'WrongUser.tags[]' is an integer in Swift, but String in the spec [swift-result]
        6:3: 'WrongUser.boss.code' is required in Swift, but not declared in the spec [swift-result]
        6:3: 'WrongProblem.code' is an integer in Swift, but String in the spec [swift-failure]
        6:12: 'Optionally.id' is optional in Swift, but required by the spec [swift-argument]
        6:25: 'Optionally.verbose' is an integer in Swift, but Bool in the spec [swift-argument]
        """)
    #expect(
      findings("tell", Int.self, Int.self) == """
        9:3: 'Int' is an integer, but 'tell' does not accept a whole body [swift-argument]
        9:3: 'Int' is an integer in Swift, but String in the spec [swift-result]
        """)
    #expect(
      findings("gte", Get.self, JSON.self) == """
        1:1: unknown endpoint 'gte'; did you mean 'get'? [swift-endpoint]
        """)
  }

  struct Optionally: Codable { var id: Int?, verbose: Int? }
  struct WrongUser: Codable { var nick: String, tags: [Int], boss: Problem? }

  /// A type that a probe cannot create is checked by the first call.
  struct Strict: Codable {
    var email: String
    var word: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      email = try container.decode(String.self, forKey: .email)
      guard email.contains("@") else { throw DecodingError.dataCorruptedError(forKey: .email, in: container, debugDescription: "no @") }
      word = try container.decode(String.self, forKey: .word)
    }
  }

  @Test func aTypeThatRefusesIsKnownSoFar() { #expect(findings("create", Strict.self, JSON.self) == "") }

  enum Colour: String, Codable, CaseIterable { case red, green }
  enum Hidden: String, Codable { case red }
  final class Tree: Codable {
    var colour = Colour.red
    var hidden: Hidden? = .red
    var children: [Tree] = []
    var day: Date?
    var links: [String: URL] = [:]
    var amount: Decimal = 1
  }

  @Test func probesWhatATypeReads() {
    let shape = TypeProbe.shape(of: Tree.self)
    #expect(
      Self.text(shape)
        == "(colour a String, hidden? a String, children [anything], day? a Date, links [:a URL or UUID], amount a number)")
  }

  private static func text(_ shape: SwiftShape) -> String {
    switch shape {
    case .record(let members, let isComplete):
      "(" + members.map { "\($0.name)\($0.isOptional ? "?" : "") \(text($0.shape))" }.joined(separator: ", ") + (isComplete ? ")" : ", …)")
    case .array(let item): "[\(text(item))]"
    case .dictionary(let item): "[:\(text(item))]"
    default: shape.words
    }
  }

  private func findings<I: Codable & Sendable, O: Decodable, F: Decodable>(
    _ name: String, _ taking: I.Type, _ returning: O.Type, _ failing: F.Type = JSON.self
  ) -> String {
    do throws(SpecError) {
      let client = Client(try Spec.load(yaml: Self.spec, name: "users.yaml"), transport: Canned())
      _ = try client.endpoint(name, taking: taking, returning: returning, failing: failing)
      return ""
    } catch {
      return error.diagnostics.map { "\($0.range.start.line):\($0.range.start.column): \($0.message) [\($0.id)]" }.joined(separator: "\n")
    }
  }
}
