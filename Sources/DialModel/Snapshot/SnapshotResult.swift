import DialJSON

extension ResultModel: SnapshotValue {
  package static func code(_ value: Self!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Self {
    if try coder.isCase(value, { if case .inferred = $0 { true } else { false } }) { return .inferred }
    if let shape = try coder.part(value, { if case .shape(let shape) = $0 { shape } else { nil } }) { return .shape(shape) }
    if let shape = try coder.part(value, { if case .events(let shape) = $0 { .some(shape) } else { nil } }) { return .events(shape) }
    if let shape = try coder.part(value, { if case .lines(let shape) = $0 { .some(shape) } else { nil } }) { return .lines(shape) }
    if try coder.isCase(value, { if case .void = $0 { true } else { false } }) { return .void }
    if try coder.isCase(value, { if case .text = $0 { true } else { false } }) { return .text }
    if try coder.isCase(value, { if case .bytes = $0 { true } else { false } }) { return .bytes }
    if try coder.isCase(value, { if case .headers = $0 { true } else { false } }) { return .headers }
    throw SnapshotFault()
  }
}

extension Shape: SnapshotValue {
  package static func code(_ value: Shape!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Shape {
    if let name = try coder.part(value, { $0.builtinName }), let shape = Shape.builtin(name) { return shape }
    if let name = try coder.part(value, { if case .named(let name) = $0 { name } else { nil } }) { return .named(name) }
    if let inner = try coder.part(value, { if case .optional(let inner) = $0 { inner } else { nil } }) { return .optional(inner) }
    if let item = try coder.part(value, { if case .array(let item) = $0 { item } else { nil } }) { return .array(item) }
    if let words = try coder.part(value, { if case .literals(let words) = $0 { words } else { nil } }) { return .literals(words) }
    if let item = try coder.part(value, { if case .dictionary(let item) = $0 { item } else { nil } }) { return .dictionary(item) }
    if let record = try coder.part(value, { if case .record(let record) = $0 { record } else { nil } }) { return .record(record) }
    if let union = try coder.part(value, { if case .union(let union) = $0 { union } else { nil } }) { return .union(union) }
    throw SnapshotFault()
  }

  private var builtinName: String? {
    switch self {
    case .json, .string, .int, .int64, .uint64, .double, .decimal, .bool, .date, .day, .data, .url, .uuid, .file, .void: spelling
    case .literals, .array, .dictionary, .optional, .record, .named, .union: nil
    }
  }
}

extension Shape.Member: SnapshotValue {
  package static func code(_ value: Self!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Self {
    try Shape.Member(
      label: coder(value.label), wire: coder(value.wire), shape: coder(value.shape), range: coder(value.range),
      head: coder(value.head), isTyped: coder(value.isTyped), canBeAbsent: coder(value.canBeAbsent))
  }
}

extension Shape.Record: SnapshotValue {
  package static func code(_ value: Self!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Self {
    try Shape.Record(members: coder(value.members), rest: coder(value.rest), isArray: coder(value.isArray))
  }
}

extension Shape.Union: SnapshotValue {
  package static func code(_ value: Self!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Self {
    try Shape.Union(coder(value.alternatives), tag: coder(value.tag))
  }
}

extension Shape.Union.Tag: SnapshotValue {
  package static func code(_ value: Self!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Self {
    try Shape.Union.Tag(wire: coder(value.wire), places: coder(value.places))
  }
}

extension Shape.HeadPart: SnapshotValue {
  package static func code(_ value: Self!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Self {
    try coder.part(value) { if case .header(let name) = $0 { name } else { nil } }.map { .header($0) } ?? .status
  }
}

extension EventsModel: SnapshotValue {
  package static func code(_ value: EventsModel!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> EventsModel {
    var events = value ?? EventsModel()
    (events.each, events.until, events.reconnect) = try (coder(events.each), coder(events.until), coder(events.reconnect))
    events.names = try coder(events.names)
    return events
  }
}

extension MockModel: SnapshotValue {
  package static func code(_ value: MockModel!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> MockModel {
    try MockModel(answers: coder(value.answers), range: coder(value.range))
  }
}

extension MockModel.Answer: SnapshotValue {
  package static func code(_ value: Self!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Self {
    let range = try coder(value.range)
    var answer = value ?? MockModel.Answer(range: range)
    (answer.status, answer.body, answer.error) = try (coder(answer.status), coder(answer.body), coder(answer.error))
    answer.delay = try coder(answer.delay)
    answer.headers = try coder(answer.headers.map { SnapshotPair($0.name, $0.value) }).map { ($0.first, $0.second) }
    return answer
  }
}

extension MockModel.Body: SnapshotValue {
  package static func code(_ value: Self!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Self {
    if let value = try coder.part(value, { if case .json(let value) = $0 { value } else { nil } }) { return .json(value) }
    if let text = try coder.part(value, { if case .text(let text) = $0 { text } else { nil } }) { return .text(text) }
    if let path = try coder.part(value, { if case .file(let path) = $0 { path } else { nil } }) { return .file(path) }
    if let events = try coder.part(value, { if case .events(let events) = $0 { events } else { nil } }) { return .events(events) }
    return .none
  }
}

extension MockModel.Event: SnapshotValue {
  package static func code(_ value: Self!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Self {
    var event = try MockModel.Event(item: coder(value.item), data: coder(value.data))
    (event.name, event.id, event.retry) = try (coder(value.name), coder(value.id), coder(value.retry))
    return event
  }
}
