import DialJSON
import HTTPTypes

/// Binds a usual call by the flat plan of its endpoint, without a fault to tell: it gives up where ``Binder`` would have to look closer.
struct FlatBinder: ~Copyable {
  /// A value as it is written; of a member of a body only where it comes from.
  private struct Value {
    /// Its place among the arguments; nil for a default.
    var item: Int?
    var isThere = false
    var text = ""
  }

  private let plan: EndpointPlan
  private let flat: FlatPlan
  private let items: [Arguments.Item]
  /// By slot.
  private let values: UnsafeMutableBufferPointer<Value>
  /// What the values in the URL take at most.
  private var room: Int

  /// nil where the call is to be bound by ``Binder``: it may be right all the same.
  static func bind(_ plan: EndpointPlan, _ arguments: Arguments, _ options: CallOptions) -> Bound? {
    guard let flat = plan.flat, arguments.isPlain, options.headers.isEmpty, options.query.items.isEmpty, options.query.isPlain else {
      return nil
    }
    return withUnsafeTemporaryAllocation(of: Value.self, capacity: flat.slots.count) { values in
      values.initialize(repeating: Value())
      defer { values.deinitialize() }
      var binder = FlatBinder(plan, flat, arguments.items, values)
      return binder.bound(arguments, options)
    }
  }

  private init(
    _ plan: EndpointPlan, _ flat: FlatPlan, _ items: [Arguments.Item],
    _ values: UnsafeMutableBufferPointer<Value>
  ) {
    (self.plan, self.flat, self.items, self.values) = (plan, flat, items, values)
    room = flat.room
  }

  private mutating func bound(_ arguments: Arguments, _ options: CallOptions) -> Bound? {
    guard takesArguments(), takesDefaults(), let url = url(), let headers = headers() else { return nil }
    var request = PreparedRequest(plan.request)
    request.url = url
    request.headers = headers
    if flat.hasBody { request.body = .bytes(body()) }
    request.fields.take(options)
    return Bound(request: request, source: .arguments(arguments))
  }

  // MARK: values

  private mutating func takesArguments() -> Bool {
    var likely = 0
    for index in items.indices {
      guard let slot = plan.arguments.slot(of: items[index].name, likely: likely), !values[slot].isThere,
        case .json(let json) = items[index].value, takes(json, slot)
      else { return false }
      values[slot].item = index
      likely = slot + 1
    }
    return true
  }

  private mutating func takesDefaults() -> Bool {
    for (slot, standard) in flat.needed where !values[slot].isThere {
      guard let standard, takes(standard, slot) else { return false }
    }
    return true
  }

  private mutating func takes(_ json: JSON, _ slot: Int) -> Bool {
    let known = flat.slots[slot]
    values[slot].isThere = true
    if known.kind == .never { return false }
    if known.use == .member { return plan.parameters[slot].takes(.json(json)) }
    switch json.plain {
    case .text(let text): values[slot].text = text
    case .number(let digits):
      if known.kind == .text { return false }
      values[slot].text = digits
    case .bool(let flag):
      if known.kind == .text { return false }
      values[slot].text = known.isNumericFlag ? flag ? "1" : "0" : flag ? "true" : "false"
    case .other: return false
    }
    room += 3 * values[slot].text.utf8.count
    return known.kind != .matched || plan.parameters[slot].takes(.json(json))
  }

  // MARK: request

  private func url() -> String? {
    var isRight = true
    let url = String(unsafeUninitializedCapacity: room) { bytes in
      var url = URLRoom(bytes)
      isRight = write(into: &url)
      return isRight ? url.count : 0
    }
    return isRight ? url : nil
  }

  private func write(into url: inout URLRoom) -> Bool {
    var separator = UInt8(ascii: "?")
    for step in flat.steps {
      switch step.kind {
      case .literal: url.append(flat.pool, step.start, step.count)
      case .segment:
        url.append(flat.pool, step.start, step.count)
        guard values[step.slot].isThere else { return false }
        let seen = url.append(encoding: values[step.slot].text)
        if !seen.isSegment(isDotted: step.isDotted) { return false }
      case .item:
        if step.slot >= 0, !values[step.slot].isThere { continue }
        url.append(separator)
        separator = UInt8(ascii: "&")
        url.append(flat.pool, step.start, step.count)
        if step.slot >= 0 { _ = url.append(encoding: values[step.slot].text) }
      }
    }
    return true
  }

  private func headers() -> HTTPFields? { flat.headers.fields { values[$0].isThere ? values[$0].text : nil } }

  private func body() -> [UInt8] {
    var writer = MemberWriter()
    for member in flat.members where values[member.slot].isThere {
      if let item = values[member.slot].item {
        if case .json(let json) = items[item].value { writer.write(member.quoted, json) }
      } else if let standard = flat.needed.first(where: { $0.slot == member.slot })?.standard {
        writer.write(member.quoted, standard)
      }
    }
    return writer.bytes()
  }
}

extension Arguments {
  /// Whether they are names and values alone.
  fileprivate var isPlain: Bool { faults.isEmpty && placed.isEmpty && refused.isEmpty }
}
