import Testing

@testable import DialCore

/// The table of types by their bytes: it finds no type that is not there.
struct GlanceTypesTests {
  private func kind(_ name: String, _ types: GlanceTypes) -> GlanceShape.Kind? {
    let text = Array("(\(name))".utf8)
    return types.kind(of: 1..<(text.count - 1), in: text)
  }

  @Test func whatIsNoType() {
    var table = TypeTable()
    for name in ["User", "Item"] {
      table.names.append(name)
      table.shapes[name] = .string
    }
    let types = GlanceTypes(table, aliases: [:])
    for name in ["Use", "Users", "user", "Itemm", "Strin", "X", "File"] { #expect(kind(name, types) == nil) }
    #expect(kind("User", types) == .other)
    #expect(kind("Item", types) == .other)
    #expect(kind("String", types) == .string)
    #expect(kind("Int64", types) == .whole)
    #expect(kind("Void", types) == .void)
  }

  /// Of so many names nearly all are found, whatever their sums are.
  @Test func manyTypes() {
    var table = TypeTable()
    for index in 0..<2_000 {
      table.names.append("Type\(index)")
      table.shapes["Type\(index)"] = .string
    }
    let types = GlanceTypes(table, aliases: [:])
    let found = (0..<2_000).count { kind("Type\($0)", types) == .other }
    #expect(found > 1_900)
    #expect((2_000..<4_000).allSatisfy { kind("Type\($0)", types) == nil })
  }
}
