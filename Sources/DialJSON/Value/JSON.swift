/// A JSON value: ordered, exact in its numbers, opaque.
///
/// A value is a place in a parsed text (nothing is decoded before it is asked for) or was built in code. Members keep
/// the order of the document, numbers keep their digits until a type is asked for, Bool and number are never mixed.
/// What is not there is a value too: it remembers its path, `as…` gives nil, and `decode` names the first missing step.
///
/// ```swift
/// let json = try JSON(parsing: #"{"data": {"list": [{"id": 7, "name": "Ann"}]}}"#)
/// json.data.list[0].name.asString          // "Ann"
/// json["data.list[*].id"]                  // [7]
/// json.data.nothing.here.asInt             // nil
/// let (id, name) = try json.data.list[0].tuple(Int.self, String.self)   // needs a declared order: JSONLayout
/// ```
///
/// A JSON has few members of its own (`as…`, `isNull`, `tuple`, `tuples`, `decode`, `write`), because every other name
/// is the reply's. It prints itself compactly (``write(to:)``) and is not CustomStringConvertible, so that
/// `reply.description` is a member too. See ``JSONWriter`` for indented text and bytes.
@dynamicMemberLookup
public struct JSON: Sendable {
  let storage: Storage
  let layout: JSONLayout?

  init(_ storage: Storage, layout: JSONLayout? = nil) {
    self.storage = storage
    self.layout = layout
  }

  /// The storage of a value.
  enum Storage: Sendable {
    case null
    case bool(Bool)
    /// The digits of an RFC 8259 number.
    case number(String)
    case string(String)
    case array(BuiltArray)
    case object(BuiltObject)
    /// An index into the tape of a document.
    case node(JSONDocument, Int)
    case absent(Absence)
  }

  /// The kind of a value. The raw value is the word in messages.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The kinds of values of RFC 8259 section 3; true and false are both `bool`.
    case null, bool, number, string, array, object
    /// The value is absent: a lookup found nothing.
    case absent = "nothing"
  }
}
