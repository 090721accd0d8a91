/// How a value becomes a Decodable type.
///
/// ```swift
/// try json.decode(User.self, options: JSONDecodingOptions(keys: .snake))
/// ```
public struct JSONDecodingOptions: Sendable, Hashable {
  /// How the names of properties and members meet.
  public enum Keys: Sendable, Hashable {
    /// They are the same.
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

  /// Options; by default names are the same and dates are read either way.
  public init(keys: Keys = .asIs, dates: Dates = .automatic) {
    self.keys = keys
    self.dates = dates
  }
}
