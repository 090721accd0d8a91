/// What the table of flags says about a flag, apart from what it changes. The parser, help, manual and completion all read it.
package struct FlagRow: Equatable, Sendable {
  /// The names with dashes, the long one last: `-o`, `--output`.
  package var names: [String]
  package var note: String
  /// The placeholder of the value in a help text; nil for a switch.
  package var valueName: String?
  /// The words that the value can be; empty for any text.
  package var values: [String] = []
  /// What the value can be besides these words.
  package var otherValue: String?
  /// The value without the flag.
  package var standard: String?
  /// The heading in a help text.
  package var section: String?
  /// The switch that the long name stands for if no value follows.
  package var withoutValue: String?
  /// Whether a value can follow the letter directly: `-ojson`.
  package var joins = true

  package var takesValue: Bool { valueName != nil }
}

/// Flags that are declared by a table: a command, or a part of one that several commands share.
package protocol FlagGroup: Sendable {
  static var flags: [FlagDefinition<Self>] { get }

  init()
}

/// A flag, or an operand of a command, whose value is one of a few words.
package protocol FlagWord: CaseIterable, Equatable, RawRepresentable, Sendable where RawValue == String {}

extension FlagWord {
  package static var words: [String] { allCases.map(\.rawValue) }
}

/// How a text changes a property. Returns false if the text is invalid.
package struct Setter<Group>: Sendable {
  package typealias Property<Value> = any WritableKeyPath<Group, Value> & Sendable

  package let apply: @Sendable (inout Group, String) -> Bool

  package static func to<Value>(_ property: Property<Value>, _ value: @escaping @Sendable (String) -> Value?) -> Self {
    Self { group, text in
      guard let value = value(text) else { return false }
      group[keyPath: property] = value
      return true
    }
  }

  package static func appending(to property: Property<[String]>) -> Self {
    Self { group, text in
      group[keyPath: property].append(text)
      return true
    }
  }

  package static func part<Part>(_ property: Property<Part>, _ setter: Setter<Part>) -> Self {
    Self { setter.apply(&$0[keyPath: property], $1) }
  }
}

/// A flag with the property that it sets.
package struct FlagDefinition<Group: FlagGroup>: Sendable {
  package typealias Property<Value> = Setter<Group>.Property<Value>

  package var row: FlagRow
  package let set: Setter<Group>

  private init(_ row: FlagRow, _ set: Setter<Group>) { (self.row, self.set) = (row, set) }

  package init(_ names: String..., switches property: Property<Bool>, help: String) {
    self.init(FlagRow(names: names, note: help), .to(property) { _ in true })
  }

  package init(_ names: String..., sets property: Property<String?>, to valueName: String, help: String) {
    self.init(FlagRow(names: names, note: help, valueName: valueName), .to(property) { $0 })
  }

  package init(
    _ names: String..., adds property: Property<[String]>, of valueName: String, help: String, withoutValue: String? = nil,
    joins: Bool = true
  ) {
    self.init(FlagRow(names: names, note: help, valueName: valueName, withoutValue: withoutValue, joins: joins), .appending(to: property))
  }

  /// One of a few words, by default that of the property.
  package init<Word: FlagWord>(_ names: String..., chooses property: Property<Word>, of valueName: String, help: String) {
    let standard = Group()[keyPath: property].rawValue
    self.init(
      FlagRow(names: names, note: help, valueName: valueName, values: Word.words, standard: standard), .to(property, Word.init(rawValue:)))
  }

  package init<Word: FlagWord>(
    _ names: String..., chooses property: Property<Word?>, of valueName: String, or otherValue: String? = nil, help: String
  ) {
    self.init(
      FlagRow(names: names, note: help, valueName: valueName, values: Word.words, otherValue: otherValue),
      .to(property) { Word(rawValue: $0).map(Optional.some) })
  }

  package static func part<Part: FlagGroup>(_ property: Property<Part>, titled title: String? = nil) -> [Self] {
    Part.flags.map { flag in
      var row = flag.row
      row.section = title ?? row.section
      return Self(row, .part(property, flag.set))
    }
  }
}

/// What the table of a command says about a word that is neither a flag nor the value of one.
package struct OperandRow: Sendable {
  /// The name for messages: `spec`.
  package let name: String
  package var isRequired = true
  /// Whether it takes all words that are left.
  package var isRest = false
  /// The words that it can be; empty for any text.
  package var values: [String] = []
}

/// An operand with the property that it sets.
package struct Operand<Group>: Sendable {
  package typealias Property<Value> = Setter<Group>.Property<Value>

  package let row: OperandRow
  package let set: Setter<Group>

  private init(_ row: OperandRow, _ set: Setter<Group>) { (self.row, self.set) = (row, set) }

  package init(_ name: String, _ property: Property<String>) { self.init(OperandRow(name: name), .to(property) { $0 }) }

  package init(_ name: String, optional property: Property<String?>) {
    self.init(OperandRow(name: name, isRequired: false), .to(property) { $0 })
  }

  package init(_ name: String, rest property: Property<[String]>, isRequired: Bool = false) {
    self.init(OperandRow(name: name, isRequired: isRequired, isRest: true), .appending(to: property))
  }

  package init<Word: FlagWord>(_ name: String, chooses property: Property<Word>, isRequired: Bool = true) {
    self.init(OperandRow(name: name, isRequired: isRequired, values: Word.words), .to(property, Word.init(rawValue:)))
  }

  package static func part<Part>(_ operands: [Operand<Part>], of property: Property<Part>) -> [Self] {
    operands.map { Self($0.row, .part(property, $0.set)) }
  }
}
