package import DialJSON

/// Writes the arrays and objects that are declared as `JSON` as text, wherever they are inside of an argument.
package struct JSONTexts {
  private let types: TypeTable

  package init(types: TypeTable) { self.types = types }

  package func isNeeded(for shape: Shape) -> Bool { types.contains(shape, typedOnly: true) { if case .json = $0 { true } else { false } } }

  /// - Parameter inASCII: whether other characters are escaped, as a header requires.
  package func write(_ value: JSON, _ shape: Shape, inASCII: Bool) -> JSON {
    types.map(value, as: shape, by: \.wire, typedOnly: true) { value, shape in
      guard case .json = shape, value.asKind == .object || value.asKind == .array else { return nil }
      return .string(Self.text(value, inASCII: inASCII))
    }
  }

  /// Puts a string, and the strings of an array, in quotes: `style: {strings: json}`.
  package static func quoted(_ value: JSON, inASCII: Bool) -> JSON {
    switch value.asKind {
    case .string: .string(text(value, inASCII: inASCII))
    case .array: .array((value.asArray ?? []).map { quoted($0, inASCII: inASCII) })
    default: value
    }
  }

  private static func text(_ value: JSON, inASCII: Bool) -> String {
    let text = JSONWriter.text(value)
    return inASCII ? escaped(text) : text
  }

  /// Returns how many arrays are around the `JSON` of a shape: 1 for `[JSON]`; nil for another shape.
  package func depth(_ shape: Shape) -> Int? {
    switch types.resolve(shape) {
    case .json: 0
    case .optional(let inner): depth(inner)
    case .array(let item): depth(item).map { $0 + 1 }
    default: nil
    }
  }

  /// Returns the declared shape of a member of a dictionary or a record by its sent name; nil for another member.
  package func member(_ name: String, of shape: Shape) -> Shape? {
    switch types.resolve(shape) {
    case .optional(let inner): member(name, of: inner)
    case .dictionary(let item): item
    case .record(let record): record.members.first { $0.wire == name && $0.isTyped }?.shape
    case .union(let union): union.alternatives.lazy.compactMap { member(name, of: $0) }.first
    default: nil
    }
  }

  /// Returns a JSON text in ASCII. All other characters are in its strings.
  private static func escaped(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x7F }) { return text }
    return text.utf16.reduce(into: "") { out, unit in
      if unit < 0x7F {
        out.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
      } else {
        out += "\\u" + PercentEncoding.hex([UInt8(unit >> 8), UInt8(unit & 0xFF)])
      }
    }
  }
}

/// Converts an argument to its sent form: names of members, integers in digits, because servers rarely accept `7.0` and `1e2`, and the
/// style of dates and bytes.
package struct ShapeRewrite {
  private let types: TypeTable
  private let dates: Style.Dates
  private let data: Style.Binary

  package init(types: TypeTable, style: Style) {
    (self.types, dates, data) = (types, style.dates ?? .rfc3339, style.data ?? .base64)
  }

  /// Whether a value of this shape can change: with `digits`, an integer in it, otherwise anything else.
  package func isNeeded(for shape: Shape, digits: Bool = false) -> Bool {
    types.contains(shape) { shape in
      switch shape {
      case .int, .int64, .uint64: digits
      case .date: !digits && dates != .rfc3339
      case .data: !digits && data != .base64
      case .record(let record): !digits && record.members.contains { $0.label != $0.wire }
      default: false
      }
    }
  }

  package func rewrite(_ value: JSON, _ shape: Shape) -> JSON {
    types.map(value, as: shape, by: \.label) { value, shape in
      switch shape {
      case .int, .int64, .uint64: value.inDigits
      case .date: date(value)
      case .data where data == .base64url: value.asString.map { .string(Base64.urlSafe($0)) }
      default: nil
      }
    }
  }

  private func date(_ value: JSON) -> JSON {
    guard let text = value.asString, let moment = Timestamp(rfc3339: text) else { return value }
    switch dates {
    case .rfc3339: return value
    case .unix: return JSON.number(moment.unix) ?? .string(moment.unix)
    case .unixMilliseconds: return JSON(moment.milliseconds)
    case .http: return .string(moment.http)
    case .noZone: return .string(String(moment.rfc3339.dropLast()))
    }
  }
}

extension TypeTable {
  /// Returns a value in which `change` replaces parts by their shapes; the parts inside of others are visited. Members get their wire names.
  ///
  /// - Parameters:
  ///   - name: the name of a member in the value.
  ///   - typedOnly: whether members without a declared type are kept.
  package func map(
    _ value: JSON, as declared: Shape, by name: KeyPath<Shape.Member, String>, typedOnly: Bool = false,
    _ change: (JSON, Shape) -> JSON?
  ) -> JSON {
    func inner(_ value: JSON, _ declared: Shape) -> JSON {
      let shape = resolve(declared)
      if let changed = change(value, shape) { return changed }
      switch shape {
      case .optional(let shape): return value.isNull ? value : inner(value, shape)
      case .array(let item): return value.asArray.map { .array($0.map { inner($0, item) }) } ?? value
      case .dictionary(let item): return value.asObject.map { .object($0.map { ($0.name, inner($0.value, item)) }) } ?? value
      case .record(let record):
        func member(_ value: JSON, _ declared: Shape.Member) -> JSON {
          typedOnly && !declared.isTyped ? value : inner(value, declared.shape)
        }
        if let items = value.asArray {
          return .array(zip(0..., items).map { $0 < record.members.count ? member($1, record.members[$0]) : $1 })
        }
        return value.asObject.map { members in
          .object(
            members.map { given in
              guard let declared = record.members.first(where: { $0[keyPath: name] == given.name }) else {
                return (given.name, given.value)
              }
              return (declared.wire, member(given.value, declared))
            })
        } ?? value
      case .union(let union):
        let check = ShapeCheck(types: self, names: name == \.label ? .labels : .wires)
        return union.alternatives.first { check.fits(value, $0) }.map { inner(value, $0) } ?? value
      default: return value
      }
    }
    return inner(value, declared)
  }
}
