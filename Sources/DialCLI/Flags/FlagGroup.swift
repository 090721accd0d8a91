import ArgumentParser
import Dial

/// A group of flags that is declared by a table, the only source of names, help and values.
///
/// The argument parser finds arguments by reflection, which takes longer than most calls. So a group is a plain value that shows its table
/// to the parser, and ``PlainLine`` reads the same table without the parser.
protocol FlagGroup: ParsableArguments, CustomReflectable, Equatable, Sendable {
  static var flags: [FlagDefinition<Self>] { get }
}

extension FlagGroup {
  var customMirror: Mirror { Mirror(self, children: Self.flags.map { (label: $0.key.stringValue, value: $0.argument()) as Mirror.Child }) }

  init(from decoder: any Decoder) throws {
    self.init()
    let values = try decoder.container(keyedBy: FlagKey.self)
    for flag in Self.flags { try flag.decode(values, &self) }
  }

  /// The flags that were used, by their long names.
  var given: [String] { Self.flags.filter { $0.isGiven(self) }.map { "--" + $0.key.stringValue } }

  /// Sets a flag to its value, or turns a switch on. Returns false if there is no such flag, or the value is invalid.
  mutating func set(_ name: String, _ value: String?) -> Bool {
    guard let flag = Self.flags.first(where: { $0.takesValue == (value != nil) && $0.names.contains(name) }) else { return false }
    return flag.set(&self, value ?? "")
  }
}

/// A flag in a table: a switch, a text, several texts, or one of a few words, by the type of its property.
struct FlagDefinition<Group: FlagGroup>: Sendable {
  typealias Values = KeyedDecodingContainer<FlagKey>
  typealias Property<Value> = any WritableKeyPath<Group, Value> & Sendable

  /// The names with dashes: `-o`, `--output`.
  let names: [String]
  let takesValue: Bool
  fileprivate let key: FlagKey
  fileprivate let argument: @Sendable () -> Any
  fileprivate let decode: @Sendable (Values, inout Group) throws -> Void
  fileprivate let set: @Sendable (inout Group, String) -> Bool
  fileprivate let isGiven: @Sendable (Group) -> Bool

  init(_ names: String..., switches property: Property<Bool>, help: String) {
    self.init(names, property, \Flag<Bool>.wrappedValue, takesValue: false) {
      Flag(wrappedValue: false, name: Self.specification(names, joined: false), help: ArgumentHelp(stringLiteral: help))
    } set: { isOn, _ in
      isOn = true
      return true
    }
  }

  init(_ names: String..., sets property: Property<String?>, to valueName: String, help: String) {
    self.init(names, property, \Option<String?>.wrappedValue) {
      Option(name: Self.specification(names, joined: true), parsing: .unconditional, help: ArgumentHelp(help, valueName: valueName))
    } set: { value, text in
      value = text
      return true
    }
  }

  init(_ names: String..., adds property: Property<[String]>, of valueName: String, help: String) {
    self.init(names, property, \Option<[String]>.wrappedValue) {
      Option(
        wrappedValue: [], name: Self.specification(names, joined: true), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(help, valueName: valueName))
    } set: { texts, text in
      texts.append(text)
      return true
    }
  }

  /// One of a few words, by default that of the property.
  init<Word: FlagWord>(_ names: String..., chooses property: Property<Word>, of valueName: String, help: String) {
    self.init(names, property, \Option<Word>.wrappedValue) {
      Option(
        wrappedValue: Group()[keyPath: property], name: Self.specification(names, joined: true),
        help: ArgumentHelp(help, valueName: valueName))
    } set: { word, text in
      word = Word(rawValue: text) ?? word
      return Word(rawValue: text) != nil
    }
  }

  init<Word: FlagWord>(_ names: String..., chooses property: Property<Word?>, of valueName: String, help: String) {
    self.init(names, property, \Option<Word?>.wrappedValue) {
      Option(name: Self.specification(names, joined: true), help: ArgumentHelp(help, valueName: valueName))
    } set: { word, text in
      word = Word(rawValue: text)
      return word != nil
    }
  }

  init<Inner>(_ flag: FlagDefinition<Inner>, in inner: Property<Inner>) {
    (names, takesValue, key, argument) = (flag.names, flag.takesValue, flag.key, flag.argument)
    decode = { try flag.decode($0, &$1[keyPath: inner]) }
    set = { flag.set(&$0[keyPath: inner], $1) }
    isGiven = { flag.isGiven($0[keyPath: inner]) }
  }

  /// - Parameters:
  ///   - value: the value in the wrapper, which the argument parser reads.
  ///   - set: changes the property by a text; false if the text is invalid.
  private init<Wrapper: Decodable & SendableMetatype, Value: Equatable & SendableMetatype>(
    _ names: [String], _ property: Property<Value>, _ value: any KeyPath<Wrapper, Value> & Sendable, takesValue: Bool = true,
    argument: @escaping @Sendable () -> Wrapper, set: @escaping @Sendable (inout Value, String) -> Bool
  ) {
    let key = FlagKey(stringValue: String((names.last ?? "").drop { $0 == "-" }))
    (self.names, self.takesValue, self.key, self.argument) = (names, takesValue, key, argument)
    decode = { values, group in group[keyPath: property] = try values.decode(Wrapper.self, forKey: key)[keyPath: value] }
    self.set = { group, text in set(&group[keyPath: property], text) }
    isGiven = { $0[keyPath: property] != Group()[keyPath: property] }
  }

  /// - Parameter joined: whether a value can follow a short name directly: `-ojson`.
  private static func specification(_ names: [String], joined: Bool) -> NameSpecification {
    NameSpecification(
      names.map { name in
        name.hasPrefix("--")
          ? .customLong(String(name.dropFirst(2))) : .customShort(name.last ?? "-", allowingJoined: joined)
      })
  }
}

/// The name of a property, under which the argument parser stores its value.
struct FlagKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }

  init?(intValue: Int) { nil }
}

/// A flag, or a word of a command, whose value is one of a few words.
///
/// The requirements are implemented here because the defaults of the argument parser need dynamic casts and key paths, which take longer
/// than the rest of the flag.
protocol FlagWord: ExpressibleByArgument, CaseIterable, Equatable, RawRepresentable where RawValue == String {}

extension FlagWord {
  init?(argument: String) { self.init(rawValue: argument) }

  static var allValueStrings: [String] {
    var words: [String] = []
    for value in allCases { words.append(value.rawValue) }
    return words
  }

  static var allValueDescriptions: [String: String] { [:] }

  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

  var defaultValueDescription: String { rawValue }
}

/// Reads the values of flags; nil if the flag is not used.
enum FlagValue {
  /// Returns a duration, written as in a spec; a number without a unit is seconds, as in curl.
  ///
  /// - Parameter examples: for a message: `500ms, 2s or 1m`.
  static func duration(_ text: String?, _ flag: String, _ examples: String) throws(Failure) -> Duration? {
    guard let text else { return nil }
    let duration = Values.duration(Double(text) == nil ? text : text + "s")
    if let duration, duration > .zero { return duration }
    let hint = duration == nil ? Values.durationHint(text) : "use a duration greater than 0"
    throw .usage("\(flag) must be a duration such as \(examples), but is '\(text)'", hint: hint)
  }

  /// - Parameter form: for a message: `a positive integer`.
  static func number<Number: FixedWidthInteger>(
    _ text: String?, _ flag: String, in range: ClosedRange<Number>, _ form: String
  ) throws(Failure) -> Number? {
    guard let text else { return nil }
    if let number = Number(text), range.contains(number) { return number }
    throw .usage("\(flag) must be \(form), but is '\(text)'")
  }

  /// Returns a port, 0 for a free one. The system would silently cut a larger number.
  static func port(_ text: String?) throws(Failure) -> Int? { try number(text, "--port", in: 0...65_535, "a number from 0 to 65535") }
}
