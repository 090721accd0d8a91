/// What the table of flags says about a flag, apart from what it changes. The parser, help, manual and completion all read it.
struct FlagRow: Equatable, Sendable {
  /// The names with dashes, the long one last: `-o`, `--output`.
  var names: [String]
  var note: String
  /// The placeholder of the value in a help text; nil for a switch.
  var valueName: String?
  /// The words that the value can be; empty for any text.
  var values: [String] = []
  /// What the value can be besides these words.
  var otherValue: String?
  /// The value without the flag.
  var standard: String?
  /// The heading in a help text.
  var section: String?
  /// The switch that the long name stands for if no value follows.
  var withoutValue: String?
  /// Whether a value can follow the letter directly: `-ojson`.
  var joins = true

  var takesValue: Bool { valueName != nil }
}

/// Flags that are declared by a table: a command, or a part of one that several commands share.
protocol FlagGroup: Sendable {
  static var flags: [FlagDefinition<Self>] { get }

  init()
}

/// A flag with the property that it sets.
struct FlagDefinition<Group: FlagGroup>: Sendable {
  typealias Property<Value> = any WritableKeyPath<Group, Value> & Sendable

  var row: FlagRow
  /// Changes the property by a text; false if the text is invalid.
  let set: @Sendable (inout Group, String) -> Bool

  private init(_ row: FlagRow, set: @escaping @Sendable (inout Group, String) -> Bool) { (self.row, self.set) = (row, set) }

  init(_ names: String..., switches property: Property<Bool>, help: String) {
    self.init(FlagRow(names: names, note: help)) { group, _ in
      group[keyPath: property] = true
      return true
    }
  }

  init(_ names: String..., sets property: Property<String?>, to valueName: String, help: String) {
    self.init(FlagRow(names: names, note: help, valueName: valueName)) { group, text in
      group[keyPath: property] = text
      return true
    }
  }

  init(
    _ names: String..., adds property: Property<[String]>, of valueName: String, help: String, withoutValue: String? = nil,
    joins: Bool = true
  ) {
    self.init(FlagRow(names: names, note: help, valueName: valueName, withoutValue: withoutValue, joins: joins)) { group, text in
      group[keyPath: property].append(text)
      return true
    }
  }

  /// One of a few words, by default that of the property.
  init<Word: FlagWord>(_ names: String..., chooses property: Property<Word>, of valueName: String, help: String) {
    let standard = Group()[keyPath: property].rawValue
    self.init(FlagRow(names: names, note: help, valueName: valueName, values: Word.words, standard: standard)) { group, text in
      guard let word = Word(rawValue: text) else { return false }
      group[keyPath: property] = word
      return true
    }
  }

  init<Word: FlagWord>(
    _ names: String..., chooses property: Property<Word?>, of valueName: String, or otherValue: String? = nil, help: String
  ) {
    self.init(FlagRow(names: names, note: help, valueName: valueName, values: Word.words, otherValue: otherValue)) { group, text in
      group[keyPath: property] = Word(rawValue: text)
      return group[keyPath: property] != nil
    }
  }

  /// The flags of a part.
  static func part<Part: FlagGroup>(_ property: Property<Part>, titled title: String? = nil) -> [Self] {
    Part.flags.map { flag in
      var row = flag.row
      row.section = title ?? row.section
      return Self(row) { flag.set(&$0[keyPath: property], $1) }
    }
  }
}

/// A flag, or an operand of a command, whose value is one of a few words.
protocol FlagWord: CaseIterable, Equatable, RawRepresentable, Sendable where RawValue == String {}

extension FlagWord {
  static var words: [String] { allCases.map(\.rawValue) }
}

/// A word of a command line that is neither a flag nor the value of one.
struct Operand<Group>: Sendable {
  typealias Property<Value> = any WritableKeyPath<Group, Value> & Sendable

  /// The name for messages: `spec`.
  let name: String
  let isRequired: Bool
  /// Whether it takes all words that are left.
  var isRest = false
  /// The words that it can be; empty for any text.
  var values: [String] = []
  let set: @Sendable (inout Group, String) -> Bool

  init(_ name: String, _ property: Property<String>) {
    (self.name, isRequired) = (name, true)
    set = {
      $0[keyPath: property] = $1
      return true
    }
  }

  init(_ name: String, optional property: Property<String?>) {
    (self.name, isRequired) = (name, false)
    set = {
      $0[keyPath: property] = $1
      return true
    }
  }

  init(_ name: String, rest property: Property<[String]>, isRequired: Bool = false) {
    (self.name, self.isRequired, isRest) = (name, isRequired, true)
    set = {
      $0[keyPath: property].append($1)
      return true
    }
  }

  /// The operands of a part.
  static func part<Part>(_ operands: [Operand<Part>], of property: Property<Part>) -> [Self] {
    operands.map { operand in Self(operand) { operand.set(&$0[keyPath: property], $1) } }
  }

  private init<Part>(_ operand: Operand<Part>, set: @escaping @Sendable (inout Group, String) -> Bool) {
    (name, isRequired, isRest, values, self.set) = (operand.name, operand.isRequired, operand.isRest, operand.values, set)
  }

  init<Word: FlagWord>(_ name: String, chooses property: Property<Word>, isRequired: Bool = true) {
    (self.name, self.isRequired, values) = (name, isRequired, Word.words)
    set = {
      guard let word = Word(rawValue: $1) else { return false }
      $0[keyPath: property] = word
      return true
    }
  }
}
