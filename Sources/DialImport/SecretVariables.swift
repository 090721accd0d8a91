import Dial
import DialTesting

/// A variable that took the place of a secret.
package struct ImportedVariable: Sendable {
  package let name: String
  /// Whether only credentials and headers use it, in which the environment is read.
  package let isOnlyInFields: Bool
  /// Whether the spec already uses it, with a value that is not known.
  package let isShared: Bool
  /// Whether it had several values in a session.
  package let isChanging: Bool
}

/// Names the variables for secrets: the same value is the same variable, and another value under its name gets a number.
struct SecretVariables {
  /// The variables that a spec uses already, with their values where they are known.
  private let taken: [String: String?]
  private let service: String
  /// What was named, of the current request if each has secrets of its own.
  private var named: [(stem: String, variable: String, value: String)] = []
  /// The values of each variable.
  private var values: [String: Set<String>] = [:]

  init(service: String, taken: [String: String?] = [:]) { (self.service, self.taken) = (service, taken) }

  /// The variables that have several values, as a token that was renewed during a recording.
  var changing: Set<String> { Set(values.filter { $1.count > 1 }.keys) }

  /// Forgets values, because the requests of one session have one secret of each name, which can change.
  mutating func startRequest() { named = [] }

  /// Whether another endpoint uses a variable, with a value that is not known.
  func isShared(_ variable: String) -> Bool { if case .some(nil) = taken[variable] { true } else { false } }

  /// Returns the variable for a value under a name.
  mutating func variable(_ name: String, _ value: String) -> String {
    let words = (service + "_" + name).utf8.map { Name.isASCIIPart($0) && $0 != UInt8(ascii: "-") ? Character(UnicodeScalar($0)) : "_" }
    let stem = String(words).uppercased()
    // A short value, such as `admin`, can be the same by chance, and nobody knows what a mask hides.
    let tells = value.utf8.count >= 8 && !value.contains(RecordedRequest.mask)
    if let known = named.first(where: { $0.value == value && ($0.stem == stem || tells) }) { return known.variable }
    var (variable, number) = (stem, 2)
    while named.contains(where: { $0.variable == variable }) || isOfAnotherValue(variable, value) {
      (variable, number) = ("\(stem)_\(number)", number + 1)
    }
    named.append((stem, variable, value))
    values[variable, default: []].insert(value)
    return variable
  }

  private func isOfAnotherValue(_ variable: String, _ value: String) -> Bool {
    guard case .some(let known?) = taken[variable] else { return false }
    return known != value
  }

  /// Returns a text with variables in place of its tokens; nil if it has none.
  ///
  /// - Parameter escaped: writes the rest of the text.
  mutating func template(_ text: String, escaped: (String) -> String) -> String? {
    let ranges = TokenShapes.ranges(in: text)
    if ranges.isEmpty { return nil }
    var (whole, end) = ("", text.startIndex)
    for range in ranges {
      whole += escaped(String(text[end..<range.lowerBound])) + "${\(variable("token", String(text[range])))}"
      end = range.upperBound
    }
    return whole + escaped(String(text[end...]))
  }
}

extension JSON {
  /// Whether a member has the name of a secret, or a text the shape of a token.
  package var holdsSecret: Bool {
    if let text = asString { return TokenShapes.isIn(text) }
    if let items = asArray { return items.contains(where: \.holdsSecret) }
    return asObject?.contains {
      SecretNames.contains($0.name) && $0.value.asString != nil || TokenShapes.isIn($0.name) || $0.value.holdsSecret
    } ?? false
  }
}
