#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A JSON value. Members keep their order, and numbers their digits.
///
/// A value is a place in a parsed text, which is decoded when you read it, or was built in code. A lookup that finds nothing returns an
/// absent value: its `as…` properties are nil, and `decode` throws an error that names the first missing step.
///
/// ```swift
/// let json = try JSON(parsing: #"{"data": {"list": [{"id": 7, "name": "Ann"}]}}"#)
/// json.data.list[0].name.asString          // "Ann"
/// json["data.list[*].id"]                  // [7]
/// json.data.nothing.here.asInt             // nil
/// let (id, name) = try json.data.list[0].tuple(Int.self, String.self)   // needs a declared order: JSONLayout
/// ```
///
/// A JSON has few members of its own, because every other name is a member of the value. It is not CustomStringConvertible, so that
/// `reply.description` is a member, too. See ``JSONWriter`` for text.
@dynamicMemberLookup
public struct JSON: Sendable {
  let storage: Storage
  let layout: JSONLayout?

  init(_ storage: Storage, layout: JSONLayout? = nil) {
    self.storage = storage
    self.layout = layout
  }

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

  /// Returns the member `name` of an object, or an absent value. The name in JSON wins over the label of a ``JSONLayout``.
  public subscript(dynamicMember name: String) -> JSON { member(name) }

  /// Returns the member with any name, such as `json[member: "content-type"]`, or an absent value.
  public subscript(member name: String) -> JSON { member(name) }

  /// Returns the element at `index`, or an absent value; a negative index counts from the end.
  public subscript(index: Int) -> JSON {
    guard let count = elementCount else { return missing(.index(index)) }
    let position = index < 0 ? index + count : index
    guard position >= 0, position < count else { return missing(.index(index)) }
    return element(position)
  }

  func follow(_ steps: [JSONPath.Step]) -> JSON {
    guard case .node(let document, let node) = storage, layout == nil else { return follow(steps[...]) }
    let (end, taken) = document.follow(steps, from: node)
    return JSON(.node(document, end)).follow(steps[taken...])
  }

  private func follow(_ steps: ArraySlice<JSONPath.Step>) -> JSON {
    var json = self
    for step in steps {
      switch step {
      case .member(let name): json = json.member(name)
      case .index(let index): json = json[index]
      }
    }
    return json
  }

  func member(_ name: String) -> JSON {
    if let value = wireMember(name) {
      return value.laid(innerLayout(name))
    }
    guard let record = layout?.record, let position = record.position(ofLabel: name) else { return missing(.member(name)) }
    if elementCount != nil { return self[position] }
    return wireMember(record[position].wire)?.laid(record[position].layout) ?? missing(.member(name))
  }

  /// The member with this name in JSON, without a layout.
  package func wireMember(_ name: String) -> JSON? {
    switch storage {
    case .node(let document, let node) where document.word(node).kind == .object:
      document.member(name, of: node).map { JSON(.node(document, $0)) }
    case .object(let object): object[name]
    default: nil
    }
  }

  /// The number of elements of an array; nil for every other kind.
  package var elementCount: Int? {
    switch storage {
    case .node(let document, let node) where document.word(node).kind == .array: document.word(node).length
    case .array(let array): array.elements.count
    default: nil
    }
  }

  /// The number of members of an object, duplicates counted; 0 for every other kind.
  package var memberCount: Int {
    switch storage {
    case .node(let document, let node) where document.word(node).kind == .object: document.word(node).length
    case .object(let object): object.names.count
    default: 0
    }
  }

  func element(_ position: Int) -> JSON {
    let inner = layout?.elementLayout(position)
    switch storage {
    case .node(let document, let node):
      return JSON(.node(document, document.element(position, of: node)), layout: inner)
    case .array(let array): return array.elements[position].laid(inner)
    default: return missing(.index(position))
    }
  }

  /// Returns the value with this layout, or with its own if `layout` is nil.
  func laid(_ layout: JSONLayout?) -> JSON {
    layout == nil ? self : JSON(storage, layout: layout)
  }

  func missing(_ step: JSONPath.Step) -> JSON {
    if case .absent(let absence) = storage { return JSON(.absent(absence.then(step))) }
    return JSON(.absent(Absence(origin: self, steps: [step], reason: nil)))
  }

  /// The kind of the value.
  public var asKind: Kind {
    switch storage {
    case .null: .null
    case .bool: .bool
    case .number: .number
    case .string: .string
    case .array: .array
    case .object: .object
    case .absent: .absent
    case .node(let document, let node):
      switch document.word(node).kind {
      case .null: .null
      case .false, .true: .bool
      case .integer, .number: .number
      case .string, .escaped: .string
      case .array: .array
      case .object: .object
      }
    }
  }

  /// Whether the value is the JSON `null`. An absent value is not null.
  public var isNull: Bool { asKind == .null }

  /// The text of a string; nil for every other kind. Half a surrogate pair in an escape reads as U+FFFD.
  public var asString: String? {
    switch storage {
    case .string(let text): text
    case .node(let document, let node) where asKind == .string: document.text(node)
    default: nil
    }
  }

  /// `true` or `false`; nil for every other kind, numbers and text included.
  public var asBool: Bool? {
    switch storage {
    case .bool(let value): value
    case .node(let document, let node) where asKind == .bool: document.word(node).kind == .true
    default: nil
    }
  }

  /// The digits of a number as they were written, `1.10` or `1e2`; nil for every other kind.
  public var asNumberText: String? {
    switch storage {
    case .number(let digits): digits
    case .node(let document, let node) where asKind == .number: document.text(node)
    default: nil
    }
  }

  /// The elements of an array; nil for every other kind.
  public var asArray: Elements? { Elements(self) }

  /// The members of an object, each name once; nil for every other kind.
  public var asObject: Members? { Members(self) }

  /// The number as an Int: whole and in range (`1`, `1.0`, `1e2`); nil for `1.5`, text, Bool and all else.
  public var asInt: Int? { integer() }

  /// The number as an Int64 if it is an integer in range; otherwise nil.
  public var asInt64: Int64? { integer() }

  /// The number as a UInt64 if it is an integer in range; otherwise nil.
  public var asUInt64: UInt64? { integer() }

  /// The nearest Double; nil if it is infinite, or if the value is not a number.
  public var asDouble: Double? {
    if case .node(let document, let node) = storage { return document.double(node) }
    return asNumberText.flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
  }

  func integer<T: FixedWidthInteger>() -> T? {
    if case .node(let document, let node) = storage, let small = document.integer(node), let value = T(exactly: small) {
      return value
    }
    guard let digits = asNumberText else { return nil }
    return T(digits) ?? NumberValue(digits).integer()
  }

  /// Whether all numbers in the value are written as digits with a sign: `7` and `-1`, but not `7.0`, `1e2` or `-0`.
  package var isInDigits: Bool {
    switch asKind {
    case .number:
      switch storage {
      case .node(let document, let node): document.isInDigits(node)
      case .number(let digits): digits != "-0" && digits.utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: "-") }
      default: true
      }
    case .array: asArray?.allSatisfy(\.isInDigits) ?? true
    case .object: asObject?.allSatisfy(\.value.isInDigits) ?? true
    default: true
    }
  }

  /// An integer in digits: `100` for `1e2`, and `7` for `7.0`. Any other value is unchanged.
  package var inDigits: JSON { asInt64.map { JSON($0) } ?? asUInt64.map { JSON($0) } ?? self }

  /// The exact number as a Decimal, such as `0.1`; nil if it is out of range or has more than 38 digits.
  public var asDecimal: Decimal? {
    guard let digits = asNumberText else { return nil }
    let value = NumberValue(digits)
    let power = value.exponent - value.digits.count
    guard value.digits.count <= 38, (-128...127).contains(power) else { return nil }
    return Decimal(string: value.text)
  }

  /// The elements of an array, as a collection of ``JSON``.
  public struct Elements: RandomAccessCollection, Sendable, ExpressibleByArrayLiteral {
    private let array: JSON
    /// The nodes of the elements, if they are not one word each.
    private let nodes: ContiguousArray<UInt32>?
    /// The number of elements.
    public let endIndex: Int

    init?(_ json: JSON) {
      guard let count = json.elementCount else { return nil }
      array = json
      endIndex = count
      if case .node(let document, let node) = json.storage, document.word(node).offset - node - 1 != count {
        nodes = document.elementNodes(node)
      } else {
        nodes = nil
      }
    }

    /// The elements of an array literal.
    public init(arrayLiteral elements: JSON...) {
      array = .array(elements)
      nodes = nil
      endIndex = elements.count
    }

    /// Always 0.
    public var startIndex: Int { 0 }

    /// The element at a position from 0, with its declared layout.
    public subscript(position: Int) -> JSON {
      precondition(indices.contains(position), "index out of range")
      if let nodes, case .node(let document, _) = array.storage {
        return JSON(.node(document, Int(nodes[position])), layout: array.layout?.elementLayout(position))
      }
      return array.element(position)
    }
  }

  /// The members of an object in order, each name once: at its first position, with its last value.
  public struct Members: RandomAccessCollection, Sendable, ExpressibleByDictionaryLiteral {
    private let object: JSON
    /// The nodes of the members of a document.
    private let nodes: ContiguousArray<(name: UInt32, value: UInt32)>
    /// The number of members.
    public let endIndex: Int

    init?(_ json: JSON) {
      switch json.storage {
      case .node(let document, let node) where document.word(node).kind == .object:
        nodes = document.memberNodes(node)
        endIndex = nodes.count
      case .object(let object):
        nodes = []
        endIndex = object.names.count
      default: return nil
      }
      object = json
    }

    /// The members of a dictionary literal.
    public init(dictionaryLiteral elements: (String, JSON)...) {
      object = .object(elements)
      nodes = []
      endIndex = object.memberCount
    }

    /// Always 0.
    public var startIndex: Int { 0 }

    /// The member at a position from 0; the value has its declared layout.
    public subscript(position: Int) -> (name: String, value: JSON) {
      precondition(indices.contains(position), "index out of range")
      switch object.storage {
      case .node(let document, _):
        let name = document.text(Int(nodes[position].name))
        return (name, JSON(.node(document, Int(nodes[position].value)), layout: object.innerLayout(name)))
      case .object(let built):
        return (built.names[position], built.values[position].laid(object.innerLayout(built.names[position])))
      default: return ("", .null)
      }
    }

    /// Returns the value of the member with this name; nil if there is none.
    public subscript(name: String) -> JSON? {
      object.wireMember(name)?.laid(object.innerLayout(name))
    }
  }

  fileprivate func innerLayout(_ name: String) -> JSONLayout? {
    layout?.record?.first { $0.wire.utf8.elementsEqual(name.utf8) }?.layout ?? layout?.valueLayout
  }
}
