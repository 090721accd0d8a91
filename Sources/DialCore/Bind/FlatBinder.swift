import DialJSON
import HTTPTypes

/// Binds a usual call by the flat plan of its endpoint, without a fault to tell: it gives up where ``Binder`` would have to look closer.
struct FlatBinder: ~Copyable {
  /// A value as it is written; of a member of a body only where it comes from.
  private enum Value {
    case absent
    case text(String)
    case integer(Int)
    /// Of a member: the place of its argument.
    case argument(Int)
    /// Of a member: what the spec gives.
    case standard

    var isThere: Bool { if case .absent = self { false } else { true } }
  }

  private let plan: EndpointPlan
  private let flat: FlatPlan
  private let arguments: Arguments
  /// By slot.
  private let values: UnsafeMutableBufferPointer<Value>
  /// What the values in the URL take at most.
  private var room: Int

  /// nil where the call is to be bound by ``Binder``: it may be right all the same.
  static func bind(_ plan: EndpointPlan, _ arguments: Arguments, _ options: CallOptions) -> Bound? {
    guard let flat = plan.flat, arguments.isPlain, options.headers.isEmpty, options.query.isEmpty, options.query.isPlain else { return nil }
    return withUnsafeTemporaryAllocation(of: Value.self, capacity: flat.slots.count) { values in
      values.initialize(repeating: .absent)
      defer { values.deinitialize() }
      var binder = FlatBinder(plan, flat, arguments, values)
      return binder.bound(options)
    }
  }

  private init(_ plan: EndpointPlan, _ flat: FlatPlan, _ arguments: Arguments, _ values: UnsafeMutableBufferPointer<Value>) {
    (self.plan, self.flat, self.arguments, self.values) = (plan, flat, arguments, values)
    room = flat.room
  }

  private mutating func bound(_ options: CallOptions) -> Bound? {
    guard takesArguments(), takesDefaults(), let url = url(), let headers = headers() else { return nil }
    let body = flat.hasBody ? RequestBody.bytes(body()) : .none
    if options.changesRequest {
      let request = PreparedRequest(like: plan.request, url: url, headers: headers, body: body).taking(options)
      return Bound(request: request, source: .arguments(arguments))
    }
    return Bound(
      request: PreparedRequest(like: plan.request, url: url, headers: headers, body: body), source: .arguments(arguments))
  }

  // MARK: values

  private mutating func takesArguments() -> Bool {
    switch arguments.storage {
    case .scalars(let scalars): takes(scalars)
    case .items(let items): takes(items)
    }
  }

  private mutating func takes(_ scalars: ScalarArguments) -> Bool {
    var likely = 0
    for index in 0..<scalars.count {
      guard let scalar = scalars.scalar(index) else { continue }
      guard let slot = slot(scalars.name(index), &likely), takes(scalar, slot, index) else { return false }
    }
    return true
  }

  private mutating func takes(_ items: [Arguments.Item]) -> Bool {
    var likely = 0
    for index in items.indices {
      guard let slot = slot(items[index].name, &likely), case .json(let json) = items[index].value, takes(json, slot, .argument(index))
      else { return false }
    }
    return true
  }

  /// The slot of a name that was not there until now.
  private func slot(_ name: String, _ likely: inout Int) -> Int? {
    guard let slot = plan.arguments.slot(of: name, likely: likely), !values[slot].isThere else { return nil }
    likely = slot + 1
    return slot
  }

  private mutating func takesDefaults() -> Bool {
    for (slot, standard) in flat.needed where !values[slot].isThere {
      guard let standard, takes(standard, slot, .standard) else { return false }
    }
    return true
  }

  @inline(__always) private mutating func takes(_ scalar: consuming ScalarArguments.Scalar, _ slot: Int, _ index: Int) -> Bool {
    let known = flat.slots[slot]
    switch consume scalar {
    case .text(let text) where known.kind == .text || known.kind == .any: take(known.use == .member ? .argument(index) : .text(text), slot)
    case .integer(let number) where known.kind == .integer || known.kind == .any:
      take(known.use == .member ? .argument(index) : .integer(number), slot)
    case let scalar: return takes(scalar.json, slot, .argument(index))
    }
    return true
  }

  private mutating func takes(_ json: JSON, _ slot: Int, _ member: Value) -> Bool {
    let known = flat.slots[slot]
    if known.kind == .never { return false }
    if known.use == .member {
      values[slot] = member
      return plan.parameters[slot].takes(.json(json))
    }
    switch json.plain {
    case .text(let text):
      take(.text(text), slot)
      if known.kind == .text { return true }
    case .number(let digits): take(.text(digits), slot)
    case .bool(let flag): take(.text(known.isNumericFlag ? flag ? "1" : "0" : flag ? "true" : "false"), slot)
    case .other: return false
    }
    return known.kind == .any || plan.parameters[slot].takes(.json(json))
  }

  @inline(__always) private mutating func take(_ value: consuming Value, _ slot: Int) {
    switch value {
    case .text(let text): room += 3 * text.utf8.count
    case .integer: room += URLRoom.digits
    case .absent, .argument, .standard: break
    }
    values[slot] = value
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
        let start = url.count
        append(step.slot, to: &url)
        if !url.isSegment(from: start, isDotted: step.isDotted) { return false }
      case .item:
        if step.slot >= 0, !values[step.slot].isThere { continue }
        url.append(separator)
        separator = UInt8(ascii: "&")
        url.append(flat.pool, step.start, step.count)
        if step.slot >= 0 { append(step.slot, to: &url) }
      }
    }
    return true
  }

  private func append(_ slot: Int, to url: inout URLRoom) {
    switch values[slot] {
    case .text(let text): url.append(encoding: text)
    case .integer(let number): url.append(number)
    case .absent, .argument, .standard: break
    }
  }

  private func headers() -> HTTPFields? {
    flat.headers.fields { slot in
      switch values[slot] {
      case .text(let text): text
      case .integer(let number): String(number)
      case .absent, .argument, .standard: nil
      }
    }
  }

  private func body() -> [UInt8] {
    var writer = MemberWriter()
    for member in flat.members {
      switch values[member.slot] {
      case .argument(let index): if let json = arguments.json(index) { writer.write(member.quoted, json) }
      case .standard:
        if let standard = flat.needed.first(where: { $0.slot == member.slot })?.standard { writer.write(member.quoted, standard) }
      case .absent, .text, .integer: break
      }
    }
    return writer.bytes()
  }
}

extension Arguments {
  /// The value at a place of the storage.
  fileprivate func json(_ index: Int) -> JSON? {
    switch storage {
    case .scalars(let scalars): scalars.scalar(index)?.json
    case .items(let items): items[index].value.json
    }
  }
}
