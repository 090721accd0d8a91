/// The declared order and labels of a shape, carried along by the values that have it.
///
/// JSON objects have no order to rely on; a layout gives them one, so that ``JSON/tuple(_:)`` can read members by
/// position, and `json.label` finds a member that has another name on the wire.
///
/// ```swift
/// let user = JSONLayout.record([.init("id", wire: "ID"), .init("name")])
/// let json = JSONLayout.attach(user, to: try JSON(parsing: #"{"name": "Ann", "ID": 7}"#))
/// json.id.asInt                                             // 7
/// let (id, name) = try json.tuple(Int.self, String.self)    // (7, "Ann")
/// ```
public final class JSONLayout: Sendable {
  /// One member of a record.
  public struct Member: Sendable {
    /// The name in the declaration.
    public let label: String
    /// The name in JSON.
    public let wire: String
    /// The layout of the value, if it has one.
    public let layout: JSONLayout?

    /// A member; its wire name is its label unless it is given.
    public init(_ label: String, wire: String? = nil, layout: JSONLayout? = nil) {
      self.label = label
      self.wire = wire ?? label
      self.layout = layout
    }
  }

  /// The kinds of layouts.
  public enum Form: Sendable {
    /// An object with these members, or an array with these positions.
    case record([Member])
    /// An array whose elements have this layout.
    case array(JSONLayout)
    /// An object whose values all have this layout.
    case dictionary(JSONLayout)
    /// This layout or null.
    case optional(JSONLayout)
    /// A layout that is looked up when needed, because a shape can contain itself.
    case reference(@Sendable () -> JSONLayout?)
  }

  /// The kind and parts of the layout.
  public let form: Form

  /// A layout of this form.
  public init(_ form: Form) {
    self.form = form
  }

  /// An object with these members in this order, or an array with these positions.
  public static func record(_ members: [Member]) -> JSONLayout { JSONLayout(.record(members)) }

  /// An array of such values.
  public static func array(_ element: JSONLayout) -> JSONLayout { JSONLayout(.array(element)) }

  /// An object of any names with such values.
  public static func dictionary(_ value: JSONLayout) -> JSONLayout { JSONLayout(.dictionary(value)) }

  /// Returns the layout of such a value or null.
  public static func optional(_ value: JSONLayout) -> JSONLayout { JSONLayout(.optional(value)) }

  /// Returns a layout that calls `find` when needed. If the table that `find` uses holds this layout, `find` should reference the table
  /// weakly.
  public static func reference(_ find: @escaping @Sendable () -> JSONLayout?) -> JSONLayout {
    JSONLayout(.reference(find))
  }

  /// Returns the value with this layout. Does not check whether the value fits.
  public static func attach(_ layout: JSONLayout?, to json: JSON) -> JSON { JSON(json.storage, layout: layout) }

  /// The layout that a value carries; nil if it has none.
  public static func of(_ json: JSON) -> JSONLayout? { json.layout }

  /// The layout after following references and optionals; nil if a reference leads nowhere or only to itself.
  public var resolved: JSONLayout? {
    var layout = self
    for _ in 0..<64 {
      switch layout.form {
      case .record, .array, .dictionary: return layout
      case .optional(let inner): layout = inner
      case .reference(let find):
        guard let found = find() else { return nil }
        layout = found
      }
    }
    return nil
  }

  /// The members of a record.
  var record: [Member]? {
    if case .record(let members)? = resolved?.form { members } else { nil }
  }

  /// The layout of the values of a dictionary.
  var valueLayout: JSONLayout? {
    if case .dictionary(let value)? = resolved?.form { value } else { nil }
  }

  /// The layout of an element of an array, or of a record that is given as an array.
  func elementLayout(_ position: Int) -> JSONLayout? {
    switch resolved?.form {
    case .array(let element): element
    case .record(let members) where members.indices.contains(position): members[position].layout
    default: nil
    }
  }
}
