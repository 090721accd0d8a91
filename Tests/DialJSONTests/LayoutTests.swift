import DialJSON
import Testing

@Suite struct LayoutTests {
  let user = JSONLayout.record([.init("id", wire: "ID"), .init("name")])

  func users() throws -> JSON {
    let shape = JSONLayout.record([.init("list", layout: .array(user)), .init("count")])
    return JSONLayout.attach(shape, to: try JSON(parsing: #"{"count":2,"list":[{"name":"Ann","ID":7},[8,"Bo"]]}"#))
  }

  @Test func errorsNamePositionAndLabel() throws {
    func message(_ text: String, _ layout: JSONLayout? = nil) throws -> String? {
      let json = JSONLayout.attach(layout, to: try JSON(parsing: text))
      return #expect(throws: JSONError.self) { try json.a.tuple(Int.self, String.self) }?.message
    }
    let wrapped = JSONLayout.record([.init("a", layout: user)])
    #expect(
      try message(#"{"a":{"x":1}}"#)
        == "the order of the members in 'a' is not declared; a tuple requires a shape or an array")
    #expect(try message(#"{"a":[1]}"#, wrapped) == "position 2 ('name') is missing in 'a': the array has 1 element")
    #expect(try message(#"{"a":[]}"#) == "position 1 is missing in 'a': the array has 0 elements")
    #expect(try message(#"{"a":{"ID":1}}"#, wrapped) == "'name' is missing in 'a'")
    #expect(try message(#"{"a":{"ID":1,"name":null}}"#, wrapped) == "expected a string in 'a.name', found null")
    #expect(try message(#"{"a":{"ID":"1","name":""}}"#, wrapped) == "expected an integer in 'a.ID', found a string")
    #expect(try message(#"{"a":[1,true]}"#, wrapped) == "expected a string in 'a[1]', found a bool")
    #expect(try message(#"{"a":5}"#, wrapped) == "expected an array or an object in 'a', found a number")
    #expect(try message(#"{"a":[1.5,""]}"#) == "'1.5' in 'a[0]' is not an integer")
    #expect(try message(#"{"b":1}"#) == "'a' is missing")
    let many = #expect(throws: JSONError.self) { try users().tuple(JSON.self, Int.self, Int.self) }
    #expect(many?.message == "the shape has 2 members, but the tuple has more")
    let list = #expect(throws: JSONError.self) { try users().count.tuples(Int.self, Int.self) }
    #expect(list?.message == "expected an array in 'count', found a number")
  }

  @Test func tuplesByLabelAndByPosition() throws {
    let (list, count) = try users().tuple(JSON.self, Int.self)
    #expect(count == 2)
    let pairs = try list.tuples(Int.self, String.self)
    #expect(pairs.map(\.0) == [7, 8])
    #expect(pairs.map(\.1) == ["Ann", "Bo"])
    let plain = try JSON(parsing: "[1,null,[true]]")
    let (a, b, c, d) = try plain.tuple(Int.self, String?.self, [Bool].self, Int?.self)
    #expect(a == 1 && b == nil && c == [true] && d == nil)
    let (x, y) = try JSONLayout.attach(user, to: ["name": nil, "ID": 1]).tuple(Int.self, String?.self)
    #expect(x == 1 && y == nil)
  }

  @Test func navigationCarriesTheLayout() throws {
    let json = try users()
    #expect(json.list[0].id.asInt == 7)
    #expect(json.list[1].id.asInt == 8)
    #expect(json["list[0].id"].asInt == 7)
    #expect(json["list[*].id"] == [7, 8])
    #expect(json.list.asArray?.map { $0.id.asInt } == [7, 8])
    #expect(json.asObject?["list"]?[0].id.asInt == 7)
    #expect(JSONLayout.of(json.list[0]) === user)
    #expect(JSONLayout.of(json.count) == nil)
    #expect(json == (try JSON(parsing: #"{"count":2,"list":[{"name":"Ann","ID":7},[8,"Bo"]]}"#)))
    struct User: Decodable, Equatable { let id: Int, name: String }
    #expect(try json.list.decode([User].self) == [User(id: 7, name: "Ann"), User(id: 8, name: "Bo")])
  }

  @Test func theWiresOwnNameComesFirst() {
    let swapped = JSONLayout.record([.init("a", wire: "b"), .init("b", wire: "a")])
    let json = JSONLayout.attach(swapped, to: ["a": 1, "b": 2])
    #expect(json.a.asInt == 1)
    #expect(json.b.asInt == 2)
  }

  @Test func recursiveShapes() throws {
    final class Table: Sendable {
      let tree: JSONLayout
      init() {
        let box = Box()
        tree = .record([.init("value", wire: "v"), .init("next", layout: .optional(.reference { box.tree }))])
        box.tree = tree
      }
      // Safe: one test uses it, in one task.
      final class Box: @unchecked Sendable { weak var tree: JSONLayout? }
    }
    let table = Table()
    let json = JSONLayout.attach(table.tree, to: ["v": 1, "next": ["v": 2, "next": ["v": 3]]])
    #expect(json.next.next.value.asInt == 3)
    let (value, next) = try json.next.tuple(Int.self, JSON.self)
    #expect(value == 2 && next.value.asInt == 3)
    #expect(JSONLayout.reference { nil }.resolved == nil)
  }

  @Test func dictionaries() throws {
    let json = JSONLayout.attach(.dictionary(user), to: ["x": ["ID": 1, "name": "A"]])
    #expect(try json.x.tuple(Int.self, String.self) == (1, "A"))
    #expect(json.asObject?[0].value.id.asInt == 1)
  }
}
