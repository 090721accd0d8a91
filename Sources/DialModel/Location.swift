/// The locations of parameters. Each is one row of the table below, and one writer in DialEngine `Bind/`.
package enum Place: String, Sendable, CaseIterable {
  case path, query, header, field, part, cookie
  /// The whole body, declared with `_`.
  case body
  /// Used by a header, query or body template.
  case template

  /// The name in messages, and what the location accepts.
  private var row: (words: String, traits: LocationTraits) {
    switch self {
    case .path: ("path", [.named, .prefixed, .raw])
    case .query: ("query", [.named, .prefixed, .raw, .spread, .flag, .styled, .withheld])
    case .header: ("header", [.named, .prefixed, .spread, .withheld, .caseless])
    case .field: ("body", [.named, .prefixed, .spread, .styled, .body, .json])
    case .part: ("multipart body", [.named, .prefixed, .spread, .styled, .body, .file])
    case .cookie: ("cookie", [.named, .prefixed, .spread, .withheld, .secret])
    case .body: ("whole body", [.body, .file, .json])
    case .template: ("template", [.spread, .raw, .json])
    }
  }

  package var words: String { row.words }

  package func has(_ trait: LocationTraits) -> Bool { row.traits.contains(trait) }

  /// The locations that can be written before the dot.
  package static let written = allCases.filter { $0.has(.prefixed) }

  /// Whether two names are the same in the location.
  package func isSame(_ a: String, _ b: String) -> Bool { has(.caseless) ? HeaderRules.isSame(a, b) : a == b }
}

/// What a location accepts, and how it treats names and secrets.
package struct LocationTraits: OptionSet, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Each parameter has a name of its own in the request.
  package static let named = Self(rawValue: 1)
  /// It can be written before the dot, as in `query.id`.
  package static let prefixed = Self(rawValue: 1 << 1)
  /// `+` sends a value without encoding.
  package static let raw = Self(rawValue: 1 << 2)
  /// `*` sends each member of a dictionary under its own name.
  package static let spread = Self(rawValue: 1 << 3)
  /// `!` sends a name without a value.
  package static let flag = Self(rawValue: 1 << 4)
  /// Files can be sent.
  package static let file = Self(rawValue: 1 << 5)
  /// It is a part of the body.
  package static let body = Self(rawValue: 1 << 6)
  /// In a JSON body, null and nested values are sent as JSON.
  package static let json = Self(rawValue: 1 << 7)
  /// The style `keys` applies to names that the spec does not set.
  package static let styled = Self(rawValue: 1 << 8)
  /// Names are compared without case.
  package static let caseless = Self(rawValue: 1 << 9)
  /// All values are secret.
  package static let secret = Self(rawValue: 1 << 10)
  /// A secret is omitted for another origin; in other locations, it is an error there.
  package static let withheld = Self(rawValue: 1 << 11)
}
