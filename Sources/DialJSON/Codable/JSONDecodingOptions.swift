/// How a value becomes a Decodable type.
///
/// ```swift
/// try json.decode(User.self, options: JSONDecodingOptions(keys: .snake))
/// ```
public struct JSONDecodingOptions: Sendable, Hashable {
  /// How the names of properties and members meet.
  public enum Keys: Sendable, Hashable {
    /// The names are equal.
    case asIs
    /// `push_reply_me` in JSON is `pushReplyMe` in Swift.
    case snake
  }

  /// How a Date is read.
  public enum Dates: Sendable, Hashable {
    /// RFC 3339 text with any fraction and offset, or a number of seconds since 1970.
    case automatic
  }

  /// How the names of properties and members meet.
  public var keys: Keys
  /// How a Date is read.
  public var dates: Dates

  /// Creates options; by default, names are equal and dates are read automatically.
  public init(keys: Keys = .asIs, dates: Dates = .automatic) {
    self.keys = keys
    self.dates = dates
  }
}
