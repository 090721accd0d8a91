import Dial
import DialJSON
import DialSyntax
import Testing

@testable import DialBuild
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies
@testable import DialSpec

/// The schema and the reader know the same keys and words.
struct SchemaKeyTests {
  private static let schema = SpecSchema.document

  private static func mapping(_ table: KeyTable) -> JSON {
    schema[member: "definitions"][member: table.name]
  }

  private static func names(_ json: JSON) -> [String] { json.asObject?.map(\.name) ?? [] }

  @Test(arguments: KeyTable.allCases)
  func describesTheKeysOfTheReader(table: KeyTable) {
    let mapping = Self.mapping(table)
    #expect(Self.names(mapping[member: "properties"]).sorted() == table.keys.sorted())
    #expect(mapping[member: "additionalProperties"] == false)
    #expect(mapping[member: "patternProperties"][member: "^x-"].asKind == .object)
  }

  @Test func closesNoOtherMapping() {
    var closed: [String] = []
    visit(Self.schema, at: "") { place, schema in
      if schema[member: "additionalProperties"] == false { closed.append(place) }
    }
    let names = KeyTable.allCases.map(\.name)
    let overlaid = names.map { $0 == "spec" ? "overlay" : "overlay.\($0)" }
    // These are a word or a mapping.
    let either = ["parameter/properties/style", "auth/properties/token"].flatMap { [$0, "overlay.\($0)"] }
    #expect(closed.sorted() == (names + overlaid + either).map { "/definitions/\($0)" }.sorted())
  }

  @Test(arguments: KeyTable.allCases)
  func theReaderKnowsTheKeys(table: KeyTable) {
    for key in table.keys {
      let found = Spec.check(yaml: Array(SchemaSlot(table, key).spec("a").utf8), name: "spec.yaml")
      #expect(!found.contains { $0.id == "unknown-key" }, "\(table.name).\(key)")
    }
    let found = Spec.check(yaml: Array(SchemaSlot(table, "zzz").spec("a").utf8), name: "spec.yaml")
    #expect(found.contains { $0.id == "unknown-key" && $0.message.contains("'zzz'") }, "\(table.name)")
  }

  @Test(arguments: WordTable.allCases)
  func offersTheWordsOfTheReader(table: WordTable) {
    var found = false
    visit(Self.schema, at: "") { _, schema in
      found = found || schema[member: "enum"].asArray?.map { $0.asString ?? "" }.filter { !$0.isEmpty } == table.words
    }
    #expect(found)
  }

  @Test(arguments: CredentialKinds.all.flatMap { $0.syntax?.more ?? [] })
  func offersTheWordsOfCredentials(key: CredentialKey) {
    guard case .word(let words) = key.form else { return }
    var found = false
    visit(Self.schema, at: "") { _, schema in found = found || schema[member: "enum"] == .array(words.map(JSON.string)) }
    #expect(found)
  }

  @Test func everyKeyIsDescribed() {
    for table in KeyTable.allCases {
      for property in Self.mapping(table)[member: "properties"].asObject! {
        #expect(Self.resolved(property.value)[member: "description"].asString != nil, "\(table.name).\(property.name)")
      }
    }
  }

  /// Unsupported keys are marked, and no others. For some keys it depends on the value.
  @Test func whatIsNotSupportedIsMarked() async {
    for slot in SchemaSlot.keys {
      await Task.yield()
      let name = slot.testDescription.split(separator: ".").map(String.init)
      guard let table = [KeyTable.spec, .endpoint, .mock].first(where: { $0.name == name[0] }) else { continue }
      let isRefused = SchemaSlot.values.contains { value in
        let endpoint = (try? Spec.load(yaml: slot.spec(value)))?.service.endpoints.first { _ in true }
        return endpoint?.unsupported != nil
      }
      let described = Self.resolved(Self.mapping(table)[member: "properties"][member: name[1]])[member: "description"].asString ?? ""
      let isMarked =
        ["auth", "cache", "encoding"].contains(name[1])
        ? described.lowercased().contains("not yet") : described.hasSuffix(SpecSchema.unsupported.replacing("**", with: ""))
      #expect(isMarked == isRefused, "\(slot.testDescription)")
    }
  }

  /// The reader accepts examples and defaults.
  @Test func examplesAreAccepted() {
    for table in KeyTable.allCases {
      for property in Self.mapping(table)[member: "properties"].asObject! {
        let schema = Self.resolved(property.value)
        let given = (schema[member: "examples"].asArray.map({ Array($0) }) ?? []) + [schema[member: "default"]]
        for value in given where value.asKind != .absent {
          let yaml = SchemaSlot(table, property.name).spec(JSONWriter.text(value))
          #expect(isAccepted(yaml), "\(findings(yaml))")
        }
      }
    }
  }

  private static func resolved(_ schema: JSON) -> JSON {
    guard let reference = schema[member: "$ref"].asString else { return schema }
    return Self.schema[member: "definitions"][member: String(reference.dropFirst("#/definitions/".count))]
  }

  /// Visits every object of a document with its JSON pointer.
  private func visit(_ json: JSON, at place: String, _ look: (String, JSON) -> Void) {
    if json.asKind == .object { look(place, json) }
    for member in json.asObject.map({ Array($0) }) ?? [] { visit(member.value, at: "\(place)/\(member.name)", look) }
    for item in json.asArray.map({ Array($0) }) ?? [] { visit(item, at: "\(place)/-", look) }
  }
}
