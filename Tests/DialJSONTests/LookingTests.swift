import DialJSON
import Testing

@Suite struct LookingTests {
  let json: JSON
  init() throws {
    json = try JSON(
      parsing: """
        {"data": {"list": [{"id": 7, "name": "Ann"}, {"id": 8, "name": "Bo"}], "nothing": null},
         "content-type": "x", "text": "t", "a.b": 1, "description": "d", "count": 3, "hash": 4}
        """)
  }

  @Test func whatIsNotThereNamesTheFirstMissingStep() {
    let cases: [(JSON, String, String)] = [
      (json.nope, "'nope' is missing", "nope"),
      (json.nope.deep[3], "'nope' is missing", "nope.deep[3]"),
      (json.data.lists[0].id, "'lists' is missing in 'data'", "data.lists[0].id"),
      (json.data.list[2].id, "'[2]' is missing in 'data.list', which has 2 elements", "data.list[2].id"),
      (json.data.list[-3], "'[-3]' is missing in 'data.list', which has 2 elements", "data.list[-3]"),
      (json.data.list[0].age, "'age' is missing in 'data.list[0]'", "data.list[0].age"),
      (json.data.list.id, "'id' is missing in 'data.list', which is an array", "data.list.id"),
      (json.text.id, "'id' is missing in 'text', which is a string", "text.id"),
      (json.data.nothing.id, "'id' is missing in 'data.nothing', which is null", "data.nothing.id"),
      (json[0], "'[0]' is missing: the value is an object", "[0]"),
      (json["data.lists[0].id"], "'lists' is missing in 'data'", "data.lists[0].id"),
      (json["\"a.b\".c"], "'c' is missing in '\"a.b\"', which is a number", "\"a.b\".c"),
    ]
    for (value, message, path) in cases {
      #expect(JSON.absence(of: value)?.message == message)
      #expect(JSON.absence(of: value)?.path == path)
      #expect(value.asKind == .absent)
      #expect(!value.isNull)
      #expect(value.asInt == nil && value.asString == nil && value.asArray == nil && value.asObject == nil)
      let error = #expect(throws: JSONError.self) { try value.decode(Int.self) }
      #expect(error?.message == message)
      #expect(error?.kind == .missing)
      #expect(throws: JSONError.self) { try value.tuple(Int.self, Int.self) }
      #expect(throws: JSONError.self) { try value.tuples(Int.self, Int.self) }
    }
  }

  @Test func badExpressionsSaySo() {
    let value = json["data.["]
    #expect(value.asInt == nil)
    let error = #expect(throws: JSONError.self) { try value.decode(Int.self) }
    #expect(error?.kind == .selection)
    #expect(
      error?.message
        == "'data.[' is not a valid JMESPath expression: column 7: expected a value, found the end of the expression")
  }

  @Test func findsMembersElementsAndPaths() {
    #expect(json.data.list[0].name.asString == "Ann")
    #expect(json.data.list[-1].id.asInt == 8)
    #expect(json["data.list[1].id"].asInt == 8)
    #expect(json["data.list[*].name"] == ["Ann", "Bo"])
    #expect(json["length(data.list)"].asInt == 2)
    #expect(json["data.list[?id > `100`].name"] == [])
    #expect(json["data.missing[*].name"].asKind == .absent)
    #expect(json["data.nothing"].isNull)
    #expect(json[member: "content-type"].asString == "x")
    #expect(json[member: "a.b"].asInt == 1)
    #expect(json["\"a.b\""].asInt == 1)
  }

  /// Names that are also members of Swift types or internals.
  @Test func otherNamesAreTheReplys() throws {
    let names = [
      "description", "count", "layout", "storage", "place", "member", "element", "follow", "text", "value", "path",
    ]
    let json = JSON.object(names.map { ($0, .string($0)) })
    #expect(json.description.asString == "description")
    #expect(json.count.asString == "count")
    #expect(json.layout.asString == "layout")
    #expect(json.storage.asString == "storage")
    #expect(json.place.asString == "place")
    #expect(json.member.asString == "member")
    #expect(json.element.asString == "element")
    #expect(json.follow.asString == "follow")
    #expect(json.text.asString == "text")
    #expect(json.value.asString == "value")
    #expect(json.path.asString == "path")
  }

  @Test func collections() throws {
    #expect(json.data.list.asArray?.map { $0.id.asInt } == [7, 8])
    #expect(json.data.list.asArray?.last?.name.asString == "Bo")
    #expect(json.asObject?.map(\.name) == ["data", "content-type", "text", "a.b", "description", "count", "hash"])
    #expect(json.asObject?["text"]?.asString == "t")
    #expect(json.asObject?["texts"] == nil)
    let wide = try JSON(parsing: "[" + (0..<1000).map { "[\($0)]" }.joined(separator: ",") + "]")
    for i in stride(from: 0, to: 1000, by: 7) { #expect(wide[i][0].asInt == i && wide[i - 1000][0].asInt == i) }
    #expect(wide.asArray?.reversed().first?[0].asInt == 999)
  }

  @Test func kinds() {
    let kinds: [(JSON, String)] = [
      (.null, "null"), (false, "bool"), (1, "number"), ("", "string"), ([], "array"), ([:], "object"),
      (json.x, "nothing"),
    ]
    for (value, kind) in kinds { #expect(value.asKind.rawValue == kind) }
    #expect(JSON.null.isNull)
    #expect(JSON(true).asBool == true && JSON(1).asBool == nil && JSON("true").asBool == nil && JSON(true).asInt == nil)
  }
}
