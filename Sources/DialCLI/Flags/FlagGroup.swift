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
  var customMirror: Mirror { Mirror(self, children: Self.flags.map { (label: $0.key, value: $0.argument()) as Mirror.Child }) }

  init(from decoder: any Decoder) throws {
    self.init()
    let values = try decoder.container(keyedBy: FlagKey.self)
    for flag in Self.flags { try flag.decode(values, &self) }
  }

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
  fileprivate let argument: @Sendable () -> Any
  fileprivate let decode: @Sendable (Values, inout Group) throws -> Void
  fileprivate let set: @Sendable (inout Group, String) -> Bool

  fileprivate var key: String { String((names.last ?? "").drop { $0 == "-" }) }

  init(_ names: String..., switches property: Property<Bool>, help: String) {
    self.init(names: names, takesValue: false) {
      Flag(wrappedValue: false, name: Self.specification(names, joined: false), help: ArgumentHelp(stringLiteral: help))
    } decode: { values, group, key in
      group[keyPath: property] = try values.decode(Flag<Bool>.self, forKey: key).wrappedValue
    } set: { group, _ in
      group[keyPath: property] = true
      return true
    }
  }

  init(_ names: String..., sets property: Property<String?>, to valueName: String, help: String) {
    self.init(names: names, takesValue: true) {
      Option<String?>(
        name: Self.specification(names, joined: true), parsing: .unconditional, help: ArgumentHelp(help, valueName: valueName))
    } decode: { values, group, key in
      group[keyPath: property] = try values.decode(Option<String?>.self, forKey: key).wrappedValue
    } set: { group, text in
      group[keyPath: property] = text
      return true
    }
  }

  init(_ names: String..., adds property: Property<[String]>, of valueName: String, help: String) {
    self.init(names: names, takesValue: true) {
      Option<[String]>(
        wrappedValue: [], name: Self.specification(names, joined: true), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(help, valueName: valueName))
    } decode: { values, group, key in
      group[keyPath: property] = try values.decode(Option<[String]>.self, forKey: key).wrappedValue
    } set: { group, text in
      group[keyPath: property].append(text)
      return true
    }
  }

  /// One of a few words, by default that of the property.
  init<Word: FlagWord>(_ names: String..., chooses property: Property<Word>, of valueName: String, help: String) {
    self.init(names: names, takesValue: true) {
      Option<Word>(
        wrappedValue: Group()[keyPath: property], name: Self.specification(names, joined: true),
        help: ArgumentHelp(help, valueName: valueName))
    } decode: { values, group, key in
      group[keyPath: property] = try values.decode(Option<Word>.self, forKey: key).wrappedValue
    } set: { group, text in
      guard let word = Word(rawValue: text) else { return false }
      group[keyPath: property] = word
      return true
    }
  }

  init<Word: FlagWord>(_ names: String..., chooses property: Property<Word?>, of valueName: String, help: String) {
    self.init(names: names, takesValue: true) {
      Option<Word?>(name: Self.specification(names, joined: true), help: ArgumentHelp(help, valueName: valueName))
    } decode: { values, group, key in
      group[keyPath: property] = try values.decode(Option<Word?>.self, forKey: key).wrappedValue
    } set: { group, text in
      guard let word = Word(rawValue: text) else { return false }
      group[keyPath: property] = word
      return true
    }
  }

  init<Inner>(_ flag: FlagDefinition<Inner>, in inner: Property<Inner>) {
    self.names = flag.names
    self.takesValue = flag.takesValue
    self.argument = flag.argument
    self.decode = { try flag.decode($0, &$1[keyPath: inner]) }
    self.set = { flag.set(&$0[keyPath: inner], $1) }
  }

  private init(
    names: [String], takesValue: Bool, argument: @escaping @Sendable () -> Any,
    decode: @escaping @Sendable (Values, inout Group, FlagKey) throws -> Void, set: @escaping @Sendable (inout Group, String) -> Bool
  ) {
    self.names = names
    self.takesValue = takesValue
    self.argument = argument
    self.set = set
    let key = FlagKey(stringValue: String((names.last ?? "").drop { $0 == "-" }))
    self.decode = { try decode($0, &$1, key) }
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
protocol FlagWord: ExpressibleByArgument, CaseIterable, RawRepresentable where RawValue == String {}

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

/// A duration, written as in a spec; a number without a unit is seconds, as in curl.
enum FlagDuration {
  /// - Parameter examples: for a message: `500ms, 2s or 1m`.
  static func read(_ text: String, _ flag: String, _ examples: String) throws(Failure) -> Duration {
    guard let duration = Values.duration(Double(text) == nil ? text : text + "s") else {
      throw .usage("\(flag) must be a duration such as \(examples), but is '\(text)'", hint: Values.durationHint(text))
    }
    if duration > .zero { return duration }
    throw .usage("\(flag) must be a duration such as \(examples), but is '\(text)'", hint: "use a duration greater than 0")
  }
}

enum FlagPort {
  /// Parses a port, 0 for a free one. The system would silently cut a larger number.
  static func read(_ text: String) throws(Failure) -> Int {
    if let port = UInt16(text) { return Int(port) }
    throw .usage("--port must be a number from 0 to 65535, but is '\(text)'")
  }
}
