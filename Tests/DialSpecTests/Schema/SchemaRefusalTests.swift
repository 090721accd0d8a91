import Dial
import DialSyntax
import Testing

@testable import DialBuild
@testable import DialMessage
@testable import DialModel
@testable import DialSpec

/// Specs with one fault each, which both the reader and the schema reject, by the id of the finding.
struct SchemaRefusalTests {
  struct Refused: CustomTestStringConvertible, Sendable {
    var id: FindingID
    var text: String
    var testDescription: String { "\(id.rawValue): \(text)" }

    /// At the service, next to an endpoint.
    static func service(_ id: FindingID, _ lines: String) -> Refused { Refused(id: id, text: "endpoints: {e: GET /a}\n\(lines)\n") }

    /// In an endpoint with a method.
    static func endpoint(_ id: FindingID, _ lines: String) -> Refused {
      Refused(id: id, text: "endpoints:\n  e:\n    POST: /a\n    \(lines)\n")
    }

    static func line(_ id: FindingID, _ line: String) -> Refused { Refused(id: id, text: "endpoints:\n  e: \(line)\n") }
  }

  static let faults: [Refused] = [
    .service(.misplacedKey, "params: {}"), .endpoint(.misplacedKey, "service: a"), .endpoint(.misplacedKey, "params: {p: {timeout: 3s}}"),
    .service(.unknownKey, "timout: 3s"), .service(.unknownKey, "retry: {maximum: 3}"), .service(.unknownKey, "auth: {login: {cal: e}}"),
    .endpoint(.unknownKey, "heders: {}"), .endpoint(.unknownKey, "get: /b"), .endpoint(.unknownKey, "mock: {stat: 200}"),
    .endpoint(.unknownKey, "params: {p: {typ: Int}}"), .endpoint(.unknownKey, "paginate: {cursr: a}"),
    .init(id: .unknownKey, text: "groups: {g: {prefx: /a}}\n"),
    .init(id: .missingKey, text: "base: https://a.test\n"), .init(id: .missingKey, text: "endpoints: {e: {doc: a}}\n"),
    .service(.expectedText, "service: {a: b}"), .service(.expectedText, "doc: [a]"), .endpoint(.expectedText, "select: {a: b}"),
    .init(id: .expectedText, text: "endpoints: {e: {GET: {a: b}}}\n"), .service(.expectedText, "headers: {X-A: {a}}"),
    .init(id: .expectedMapping, text: "- a\n"), .init(id: .expectedMapping, text: "endpoints: [a]\n"),
    .init(id: .expectedMapping, text: "endpoints: {e: [a]}\n"), .service(.expectedMapping, "vars: a"),
    .service(.expectedMapping, "style: csv"),
    .endpoint(.expectedMapping, "params: [a]"), .endpoint(.expectedValue, "paginate: next"),
    .endpoint(.expectedList, "params: {p: {values: a}}"), .endpoint(.expectedList, "mock: {events: a}"),
    .service(.expectedValue, "cache: standart"), .service(.expectedValue, "cookies: true"),
    .service(.expectedValue, "style: {arrays: commas}"),
    .service(.expectedValue, "limit: 10 per second"), .service(.expectedValue, "tls: {pins: {a.test: md5/AAAA}}"),
    .service(.expectedValue, "tls: {min: 1.1}"), .service(.expectedValue, "redirects: {trust: [\"https://a.test\"]}"),
    .service(.expectedValue, "retry: {unsafe: maybe}"), .endpoint(.expectedValue, "params: {p: {in: head}}"),
    .endpoint(.expectedValue, "params: {p: {secret: maybe}}"), .endpoint(.expectedValue, "params: {p: {mimeType: jpeg}}"),
    .endpoint(.expectedValue, "mock: {error: timout}"), .endpoint(.expectedValue, "hasBody: maybe"),
    .service(.invalidName, "types: {user: {id: Int}}"), .service(.invalidName, "types: {String: {id: Int}}"),
    .service(.invalidName, "types: {User: {2nd: Int}}"), .init(id: .invalidName, text: "endpoints: {2fa: GET /a}\n"),
    .init(id: .invalidName, text: "groups: {my group: {}}\n"), .endpoint(.invalidName, "params: {a??: Int}"),
    .service(.invalidBase, "base: a.test"), .service(.invalidBase, "base: https://"), .service(.invalidBase, "base: https://u@a.test"),
    .service(.invalidBase, "base: https://a.test?a=b"), .service(.invalidBase, "base: https://${U}@a.test"),
    .service(.invalidBase, "base: https://256.1.1.1"), .service(.invalidBase, "base: https://a.7:80/b"),
    .service(.invalidBase, "base: https://1.2.3.04"), .service(.invalidBase, "base: https://a,b"),
    .service(.invalidBase, "base: https://a:0"), .service(.invalidBase, "base: \"https://{t}\""),
    .service(.invalidBase, "base: https://{t}.com/v1"), .service(.invalidBase, "base: https://a.{t=b}:80"),
    .service(.invalidBase, "base: https://a.test/%zz"), .service(.invalidBase, "base: https://[::g]"),
    .line(.method, "post /a"), .line(.method, "/a"), .line(.method, "GTE /a"), .line(.method, "PURGE /a"),
    .init(id: .method, text: "endpoints: {e: {get: /a}}\n"),
    .line(.target, "GET"), .line(.target, "GET -> User"), .line(.target, "GET (a)"),
    .init(id: .target, text: "groups: {g: {prefix: \"/a?b=c\"}}\n"),
    .line(.encoding, "POST xml /a"), .line(.signature, "GET /a b"), .line(.signature, "GET /{id} User"), .line(.signature, "GET /a ->User"),
    .line(.signature, "GET /a/{id"), .line(.signature, "\"\""), .init(id: .signature, text: "endpoints: {e: {GET: /a b}}\n"),
    .endpoint(.place, "params: {head.a: Int}"), .endpoint(.parameter, "params: {a b: Int}"),
    .service(.shape, "types: {T: [Int, String]}"), .endpoint(.shape, "returns: []"),
    .service(.headerName, "headers: {a b: c}"), .service(.headerValue, "headers: {X-A: größe}"),
    .service(.duration, "timeout: 30"), .service(.duration, "timeout: 0s"), .service(.duration, "timeout: {read: soon}"),
    .service(.duration, "retry: {backoff: 2s}"),
    .endpoint(.duration, "mock: {delay: long}"), .endpoint(.size, "params: {p: {max: 10 mb}}"),
    .endpoint(.size, "params: {p: {max: 10 MB}}"),
    .service(.statuses, "accept: 20x"), .service(.statuses, "accept: [200, 600]"), .service(.statuses, "retry: {on: [any]}"),
    .service(.auth, "auth: token"), .service(.auth, "auth: bearer"), .service(.auth, "auth: basic ${U}"),
    .service(.auth, "auth: none at all"),
    .service(.expectedNumber, "retry: {max: many}"), .service(.expectedNumber, "limit: {concurrent: 0}"),
    .endpoint(.expectedNumber, "mock: {status: 99}"), .endpoint(.expectedNumber, "params: {p: {min: ten}}"),
    .endpoint(.expectedNumber, "params: {p: {items: -1}}"), .endpoint(.unknownKey, "params: {p: {length: {least: 1}}}"),
    .endpoint(.mock, "mock: []"), .endpoint(.mock, "mock: hello"), .endpoint(.mock, "mock: [[]]"), .endpoint(.mock, "mock: {status: 700}"),
    .service(.fileOutside, "include: ../a.yaml"), .service(.fileOutside, "tls: {ca: /a.pem}"), .endpoint(.fileOutside, "mock: {file: ~/a}"),
  ]

  /// Findings of the reader only: rules between parts, texts inside a line or an expression, and warnings.
  static let beyond: Set<FindingID> = [
    .parameterList, .defaultValue, .looseComma, .swallowedList, .duplicateParameter, .duplicateWireName, .bodyConflict, .bodyUnasked,
    .connectParameter, .unknownPlaceholder, .unknownType, .memberNamedAsType, .selection, .headerOwned, .literalSecret, .jsonValue,
    .hiddenName, .sharedName, .sentLiterally, .noEffect, .example, .fileUnreadable, .codec, .paginate, .poll, .unsafeRepeat, .singlePin,
    .tooManyParameters, .tooManyItems, .constraint,
  ]

  @Test func everyIDIsCoveredOrBeyond() {
    #expect(Set(Self.faults.map(\.id)).isDisjoint(with: Self.beyond))
    #expect(Set(Self.faults.map(\.id)).union(Self.beyond) == Set(FindingID.allCases))
  }

  @Test(arguments: faults)
  func theReaderFindsJustThis(fault: Refused) {
    let found = Spec.check(yaml: Array(fault.text.utf8), name: "spec.yaml").filter { $0.severity == .error }
    #expect(found.map(\.id) == [fault.id.rawValue], "\(findings(fault.text))")
  }

  @Test func theSchemaRefusesTheSameSpecs() async throws {
    let documents = Self.faults.compactMap { SchemaValidator.json($0.text) }
    try #require(documents.count == Self.faults.count)
    let passed = zip(Self.faults, try await SchemaValidator.verdicts(documents)).filter { $1 == "ok" }.map(\.0.testDescription)
    #expect(passed == [])
  }
}
