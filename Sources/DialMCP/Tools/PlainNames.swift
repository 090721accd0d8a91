/// Names that all clients accept, in place of those of a spec.
struct PlainNames {
  private var taken: Set<String> = []
  private let allowed: Set<UInt8>
  private let longest: Int

  /// For tools: letters, digits, `_` and `-`.
  static var ofTools: PlainNames { PlainNames(allowed: "_-", longest: 128) }
  /// For arguments, which can have dots, too. APIs of models refuse all tools if one argument has another name, such as `filter[id]`.
  static var ofArguments: PlainNames { PlainNames(allowed: "_-.", longest: 64) }

  private init(allowed: String, longest: Int) { (self.allowed, self.longest) = (Set(allowed.utf8), longest) }

  /// Returns a name of its own for a text.
  mutating func name(_ text: String) -> String {
    let bytes = text.utf8.map { byte -> UInt8 in
      let isPlain = (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      return isPlain || allowed.contains(byte) ? byte : UInt8(ascii: "_")
    }
    let plain = String(decoding: bytes.prefix(longest), as: UTF8.self)
    var (name, number) = (plain, 2)
    while !taken.insert(name).inserted {
      let ending = "_\(number)"
      name = plain.prefix(longest - ending.count) + ending
      number += 1
    }
    return name
  }

  /// Returns names for all texts, by text. One that is plain keeps its own.
  static func arguments(_ texts: [String]) -> [String: String] {
    var names = ofArguments
    let plain = texts.filter { ofArguments.isPlain($0) }
    let others = texts.filter { !ofArguments.isPlain($0) }
    return Dictionary((plain + others).map { ($0, names.name($0)) }) { first, _ in first }
  }

  private func isPlain(_ text: String) -> Bool {
    var copy = self
    return copy.name(text) == text
  }
}
