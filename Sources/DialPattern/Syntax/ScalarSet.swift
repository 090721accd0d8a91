/// A set of Unicode scalars: ranges and properties, or all others.
struct ScalarSet: Sendable {
  /// The set for the scalars below 128, a bit each.
  private var ascii: (UInt64, UInt64) = (0, 0)
  /// The ranges above 127, sorted, without overlaps.
  private var ranges: [ClosedRange<UInt32>] = []
  private var properties: [UnicodeProperty] = []
  private var isNegated = false

  /// The set of a class, `[…]`.
  init(_ items: [Item], isNegated: Bool = false) {
    var ranges: [ClosedRange<UInt32>] = []
    for item in items {
      switch item {
      case .ranges(let more): ranges += more
      case .property(let property): properties.append(property)
      }
    }
    self.isNegated = isNegated
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = self.ranges.last, range.lowerBound <= last.upperBound {
        self.ranges[self.ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        self.ranges.append(range)
      }
    }
    for scalar in UInt32(0)..<128 where search(scalar) != isNegated {
      if scalar < 64 { ascii.0 |= 1 << UInt64(scalar) } else { ascii.1 |= 1 << UInt64(scalar - 64) }
    }
  }

  func contains(_ scalar: UInt32) -> Bool {
    if scalar < 64 { return ascii.0 & (1 << UInt64(scalar)) != 0 }
    if scalar < 128 { return ascii.1 & (1 << UInt64(scalar - 64)) != 0 }
    return search(scalar) != isNegated
  }

  private func search(_ scalar: UInt32) -> Bool {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < scalar { low = middle + 1 } else { high = middle }
    }
    if low < ranges.count, ranges[low].lowerBound <= scalar { return true }
    guard !properties.isEmpty, let scalar = Unicode.Scalar(scalar) else { return false }
    return properties.contains { $0.holds(for: scalar) }
  }

  /// A part of a class.
  enum Item {
    case ranges([ClosedRange<UInt32>])
    case property(UnicodeProperty)

    static func scalar(_ scalar: UInt32) -> Item { .ranges([scalar...scalar]) }

    /// `\d`, which is ASCII in ECMA-262.
    static let digits: [ClosedRange<UInt32>] = [0x30...0x39]
    /// `\w`, which is ASCII, too.
    static let words: [ClosedRange<UInt32>] = [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A]
    /// `\s`: WhiteSpace and LineTerminator of ECMA-262.
    static let spaces: [ClosedRange<UInt32>] = [
      0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F, 0x205F...0x205F,
      0x3000...0x3000, 0xFEFF...0xFEFF,
    ]

    /// All scalars that are in none of the ranges, which are sorted.
    static func others(_ ranges: [ClosedRange<UInt32>]) -> Item {
      var others: [ClosedRange<UInt32>] = []
      var next: UInt32 = 0
      for range in ranges {
        if next < range.lowerBound { others.append(next...range.lowerBound - 1) }
        next = range.upperBound + 1
      }
      return .ranges(others + [next...0x10FFFF])
    }
  }
}

/// A property of `\p{…}` or, negated, `\P{…}`. Scripts are unknown, because the standard library does not have them.
struct UnicodeProperty: Sendable {
  private let holds: @Sendable (Unicode.Scalar) -> Bool
  private let isNegated: Bool

  /// Nil for an unknown name.
  init?(_ name: String, isNegated: Bool) {
    self.isNegated = isNegated
    let prefix = ["General_Category=", "gc="].first { name.hasPrefix($0) } ?? ""
    let category = name.dropFirst(prefix.count)
    let members = Self.categories.filter { $0.short == category || $0.long == category || $0.short.hasPrefix(Self.group(category)) }
    if !members.isEmpty {
      let categories = Set(members.map(\.category))
      holds = { categories.contains($0.properties.generalCategory) }
    } else if category == "LC" || category == "Cased_Letter" {
      holds = { [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter].contains($0.properties.generalCategory) }
    } else if prefix.isEmpty, let binary = Self.binary[name] {
      holds = binary
    } else {
      return nil
    }
  }

  func holds(for scalar: Unicode.Scalar) -> Bool { holds(scalar) != isNegated }

  /// The first letter of the categories of a group; for another name what no category begins with.
  private static func group(_ name: Substring) -> String {
    let groups = [
      "Letter": "L", "Mark": "M", "Number": "N", "Punctuation": "P", "Symbol": "S", "Separator": "Z", "Other": "C", "Combining_Mark": "M",
      "punct": "P",
    ]
    return groups[String(name)] ?? (groups.values.contains(String(name)) ? String(name) : "?")
  }

  private static let categories: [(short: String, long: String, category: Unicode.GeneralCategory)] = [
    ("Lu", "Uppercase_Letter", .uppercaseLetter), ("Ll", "Lowercase_Letter", .lowercaseLetter),
    ("Lt", "Titlecase_Letter", .titlecaseLetter), ("Lm", "Modifier_Letter", .modifierLetter), ("Lo", "Other_Letter", .otherLetter),
    ("Mn", "Nonspacing_Mark", .nonspacingMark), ("Mc", "Spacing_Mark", .spacingMark), ("Me", "Enclosing_Mark", .enclosingMark),
    ("Nd", "Decimal_Number", .decimalNumber), ("Nl", "Letter_Number", .letterNumber), ("No", "Other_Number", .otherNumber),
    ("Pc", "Connector_Punctuation", .connectorPunctuation), ("Pd", "Dash_Punctuation", .dashPunctuation),
    ("Ps", "Open_Punctuation", .openPunctuation), ("Pe", "Close_Punctuation", .closePunctuation),
    ("Pi", "Initial_Punctuation", .initialPunctuation), ("Pf", "Final_Punctuation", .finalPunctuation),
    ("Po", "Other_Punctuation", .otherPunctuation), ("Sm", "Math_Symbol", .mathSymbol), ("Sc", "Currency_Symbol", .currencySymbol),
    ("Sk", "Modifier_Symbol", .modifierSymbol), ("So", "Other_Symbol", .otherSymbol), ("Zs", "Space_Separator", .spaceSeparator),
    ("Zl", "Line_Separator", .lineSeparator), ("Zp", "Paragraph_Separator", .paragraphSeparator), ("Cc", "Control", .control),
    ("Cf", "Format", .format), ("Cs", "Surrogate", .surrogate), ("Co", "Private_Use", .privateUse), ("Cn", "Unassigned", .unassigned),
  ]

  private static let binary: [String: @Sendable (Unicode.Scalar) -> Bool] = [
    "Any": { _ in true }, "ASCII": { $0.isASCII }, "Assigned": { $0.properties.generalCategory != .unassigned },
    "Alphabetic": { $0.properties.isAlphabetic }, "Alpha": { $0.properties.isAlphabetic },
    "Uppercase": { $0.properties.isUppercase }, "Lowercase": { $0.properties.isLowercase },
    "White_Space": { $0.properties.isWhitespace }, "Emoji": { $0.properties.isEmoji },
    "Emoji_Presentation": { $0.properties.isEmojiPresentation }, "Ideographic": { $0.properties.isIdeographic },
    "ID_Start": { $0.properties.isIDStart }, "ID_Continue": { $0.properties.isIDContinue },
    "XID_Start": { $0.properties.isXIDStart }, "XID_Continue": { $0.properties.isXIDContinue },
    "Math": { $0.properties.isMath }, "Diacritic": { $0.properties.isDiacritic }, "Dash": { $0.properties.isDash },
    "Hex_Digit": { $0.properties.isHexDigit }, "ASCII_Hex_Digit": { $0.properties.isASCIIHexDigit },
  ]
}
