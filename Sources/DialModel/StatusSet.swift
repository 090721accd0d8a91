/// A set of statuses: `2xx`, `[200, 304]`, `any`.
public struct StatusSet: Sendable, Hashable {
  package var codes: Set<Int> = []
  package var classes: Set<Int> = []
  package var isAny = false

  package init(codes: Set<Int> = [], classes: Set<Int> = [], isAny: Bool = false) {
    self.codes = codes
    self.classes = classes
    self.isAny = isAny
  }

  /// All statuses.
  public static let any: StatusSet = {
    var set = StatusSet()
    set.isAny = true
    return set
  }()

  /// The statuses 200 to 299.
  public static let success: StatusSet = {
    var set = StatusSet()
    set.classes = [2]
    return set
  }()

  /// Returns a set of these statuses.
  public static func codes(_ codes: Int...) -> StatusSet {
    var set = StatusSet()
    set.codes = Set(codes)
    return set
  }

  /// Whether the set contains a status such as 404; a class such as `2xx` contains 200 to 299.
  public func contains(_ code: Int) -> Bool {
    isAny || codes.contains(code) || classes.contains(Self.statusClass(of: code))
  }

  /// The first digit of a status, 5 for those over 599 (RFC 9110 section 15).
  package static func statusClass(of code: Int) -> Int { min(code / 100, 5) }

  /// Adds one word: `404`, `2xx` or `any`. Returns false if it is invalid.
  package mutating func insert(_ word: String) -> Bool {
    if word == "any" {
      isAny = true
      return true
    }
    let letters = Array(word.utf8)
    guard letters.count == 3, let first = letters.first, (49...53).contains(first) else { return false }
    if word.dropFirst().lowercased() == "xx" {
      classes.insert(Int(first) - 48)
      return true
    }
    guard let code = Int(word), letters.allSatisfy({ (48...57).contains($0) }) else { return false }
    codes.insert(code)
    return true
  }
}
