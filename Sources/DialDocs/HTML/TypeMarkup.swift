import Dial

/// Writes types as in a spec, with a link for each named type. It gathers the names, so that the page has a section for each link.
final class TypeMarkup {
  /// A longer type has its members below.
  private static let longest = 72
  /// The number of values that are always shown.
  private static let fewValues = 24

  private let types: TypeTable
  /// The types that are named in the page, in the order of their first use.
  private(set) var names: [String] = []
  private var seen: Set<String> = []

  init(_ types: TypeTable) { self.types = types }

  /// Writes a text with links for the named types of a shape.
  func write(_ text: String, linking shape: Shape?, to markup: inout Markup) {
    let known = (shape.map(\.names) ?? []).distinct().filter { types[$0] != nil }.sorted { $0.utf8.count > $1.utf8.count }
    let bytes = Array(text.utf8)
    var (start, index) = (0, 0)
    while index < bytes.count {
      let isInside = index > 0 && Self.isPart(bytes[index - 1])
      let name = isInside ? nil : known.first { bytes[index...].starts(with: $0.utf8) && !isPart(bytes, index + $0.utf8.count) }
      guard let name else {
        index += 1
        continue
      }
      markup.text(String(decoding: bytes[start..<index], as: UTF8.self))
      link(name, to: &markup)
      index += name.utf8.count
      start = index
    }
    markup.text(String(decoding: bytes[start...], as: UTF8.self))
  }

  private func isPart(_ bytes: [UInt8], _ index: Int) -> Bool { index < bytes.count && Self.isPart(bytes[index]) }

  private static func isPart(_ byte: UInt8) -> Bool { Name.isPart(byte) }

  private func link(_ name: String, to markup: inout Markup) {
    if seen.insert(name).inserted { names.append(name) }
    markup.element("a", ("href", "#" + PageAnchor.type(name)), text: name)
  }

  /// Returns a text with the kind of a type in the place of the type, if that is too long for a line.
  func shortened(_ text: String, _ shape: Shape) -> String {
    Self.isShort(shape.wrapped) ? text : text.replacing(shape.wrapped.spelling, with: Self.kind(shape), maxReplacements: 1)
  }

  /// Writes a type on one line: as in a spec, or its kind if that is too long.
  func writeHead(_ shape: Shape, to markup: inout Markup) {
    let text = Self.isShort(shape.wrapped) ? shape.spelling : Self.kind(shape) + (shape.isOptional ? "?" : "")
    markup.element("code", ("class", "ty")) { write(text, linking: shape, to: &$0) }
  }

  /// Writes the parts of a type that its line does not show.
  func writeParts(_ shape: Shape, to markup: inout Markup) {
    let shape = shape.wrapped
    if Self.isShort(shape) { return }
    switch shape {
    case .array(let inner), .dictionary(let inner): writeParts(inner, to: &markup)
    case .record(let record): fold(record.members.count.counted("member"), to: &markup) { writeMembers(record, to: &$0) }
    case .union(let union): fold(union.alternatives.count.counted("type"), to: &markup) { writeAlternatives(union, to: &$0) }
    case .literals(let values): writeValues(values, to: &markup)
    default: break
    }
  }

  /// Writes the declaration of a named type.
  func writeDeclaration(_ shape: Shape, to markup: inout Markup) {
    switch shape.wrapped {
    case .record(let record) where !record.members.isEmpty || record.rest?.isUntyped == false: writeMembers(record, to: &markup)
    case .union(let union): writeAlternatives(union, to: &markup)
    case .literals(let values): writeValues(values, to: &markup)
    default:
      markup.element("p") { writeHead(shape, to: &$0) }
      writeParts(shape, to: &markup)
    }
  }

  func writeValues(_ values: [JSON], to markup: inout Markup) {
    func all(_ markup: inout Markup) {
      markup.element("p", ("class", "vs")) { markup in
        for (index, value) in values.enumerated() {
          if index > 0 { markup.text(" ") }
          markup.element("code", text: value.asString ?? JSONWriter.text(value))
        }
      }
    }
    if values.count <= Self.fewValues { all(&markup) } else { fold(values.count.counted("value"), to: &markup, content: all) }
  }

  private func fold(_ title: String, to markup: inout Markup, content: (inout Markup) -> Void) {
    markup.element("details") { markup in
      markup.element("summary", text: title)
      content(&markup)
    }
  }

  private func writeMembers(_ record: Shape.Record, to markup: inout Markup) {
    markup.element("ul", ("class", "as")) { markup in
      for member in record.members {
        markup.element("li") { markup in
          markup.element("div", ("class", "h")) { markup in
            markup.element("code", ("class", "n"), text: member.label)
            markup.text(" ")
            writeHead(member.shape.wrapped, to: &markup)
            for note in Self.notes(member) {
              markup.text(" ")
              markup.element("span", ("class", "mu"), text: note)
            }
          }
          writeParts(member.shape, to: &markup)
        }
      }
      if let rest = record.rest, !rest.isUntyped {
        markup.element("li") { markup in
          markup.element("div", ("class", "h")) { markup in
            markup.element("span", ("class", "mu"), text: "other members")
            markup.text(" ")
            writeHead(rest, to: &markup)
          }
          writeParts(rest, to: &markup)
        }
      }
    }
  }

  private static func notes(_ member: Shape.Member) -> [String] {
    var notes: [String] = []
    switch member.head {
    case .status?: notes.append("the status of the response")
    case .header(let name)?: notes.append("the header \(name)")
    case nil: if member.wire != member.label { notes.append("as \(member.wire)") }
    }
    if member.isOptional {
      notes.append("optional")
    } else if member.shape.isOptional {
      notes.append("can be null")
    }
    return notes
  }

  private func writeAlternatives(_ union: Shape.Union, to markup: inout Markup) {
    markup.element("p", ("class", "mu"), text: union.tag.map { "One of these types, which '\($0.wire)' names:" } ?? "One of these types:")
    markup.element("ul", ("class", "as")) { markup in
      for (index, shape) in union.alternatives.enumerated() {
        markup.element("li") { markup in
          markup.element("div", ("class", "h")) { markup in
            writeHead(shape, to: &markup)
            for value in Self.values(of: union, at: index) {
              markup.text(" ")
              markup.element("code", text: value)
            }
          }
          writeParts(shape, to: &markup)
        }
      }
    }
  }

  /// The values that name an alternative. The name of its type is one of them only if it has no other.
  private static func values(of union: Shape.Union, at index: Int) -> [String] {
    let all = union.tag?.places.filter { $0.value == index }.map(\.key).sorted() ?? []
    guard all.count > 1, case .named(let name) = union.alternatives[index] else { return all }
    return all.filter { $0 != name }
  }

  private static func isShort(_ shape: Shape) -> Bool {
    switch shape {
    case .literals(let values): values.count <= 4 && shape.spelling.utf8.count <= longest
    case .record, .union, .array, .dictionary, .optional: shape.spelling.utf8.count <= longest
    default: true
    }
  }

  private static func kind(_ shape: Shape) -> String {
    switch shape.wrapped {
    case .literals: "one of these values"
    case .array(let inner): isShort(inner.wrapped) ? "array" : "array of " + kind(inner)
    case .dictionary(let inner): isShort(inner.wrapped) ? "object" : "object of " + kind(inner)
    case .record: "object"
    case .union: "one of several types"
    default: shape.wrapped.spelling
    }
  }
}
