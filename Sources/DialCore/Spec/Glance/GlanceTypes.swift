/// The names of all types by their bytes, each with what a glance has to know of it.
struct GlanceTypes {
  private struct Slot {
    var letters: Range<Int>
    /// nil for a type that is not known at a glance.
    var kind: GlanceShape.Kind?
  }

  /// A name is found in so many steps, or not at all: names that were chosen to collide gain nothing.
  private static let mostSteps = 16

  private var letters: [UInt8] = []
  private var slots: [Slot?]

  /// - Parameter aliases: names that stand for another type.
  init(_ types: TypeTable, aliases: [String: Shape]) {
    var size = 64
    while size < (types.names.count + Shape.builtins.count) * 2 { size *= 2 }
    slots = Array(repeating: nil, count: size)
    for builtin in Shape.builtins { add(builtin.name, Self.kind(of: builtin.shape)) }
    for name in types.names { add(name, aliases[name].map(Self.kind(of:)) ?? .other) }
  }

  /// What a name stands for; nil where a glance does not tell.
  func kind(of name: Range<Int>, in bytes: [UInt8]) -> GlanceShape.Kind? {
    var place = Self.sum(name, bytes) & (slots.count - 1)
    for _ in 0..<Self.mostSteps {
      guard let slot = slots[place] else { return nil }
      if letters.isSame(slot.letters, as: name, of: bytes) { return slot.kind }
      place = (place + 1) & (slots.count - 1)
    }
    return nil
  }

  private mutating func add(_ name: String, _ kind: GlanceShape.Kind?) {
    let start = letters.count
    letters += name.utf8
    var place = Self.sum(start..<letters.count, letters) & (slots.count - 1)
    for _ in 0..<Self.mostSteps {
      guard slots[place] != nil else {
        slots[place] = Slot(letters: start..<letters.count, kind: kind)
        return
      }
      place = (place + 1) & (slots.count - 1)
    }
  }

  private static func sum(_ name: Range<Int>, _ bytes: [UInt8]) -> Int {
    var sum: UInt32 = 0x811C_9DC5
    for place in name { sum = (sum ^ UInt32(bytes[place])) &* 0x0100_0193 }
    return Int(sum ^ sum >> 15)
  }

  private static func kind(of builtin: Shape) -> GlanceShape.Kind? {
    switch builtin {
    case .json: .json
    case .string: .string
    case .int, .int64: .whole
    case .uint64: .unsigned
    case .double, .decimal: .number
    case .bool: .bool
    case .data: .data
    case .void: .void
    case .file, .optional: nil
    case .array(let item): kind(of: item).map { _ in .array }
    default: .other
    }
  }
}
