package import DialJSON
package import DialMessage
import DialModel
import DialSyntax
import HTTPTypes

/// Decodes, selects and checks the elements of a stream. Not safe for concurrent use.
final class ElementReader {
  private let reader: ReplyReader
  private let path: JMESPath?
  private let shape: Shape?
  private let tally = ContractTally()
  /// What a document declares for the response, unless an overlay has another type.
  private lazy var declared: DeclaredResponse.Content? = {
    guard shape?.isUntyped ?? true, let type = body.head.mediaType else { return nil }
    return plan.model.responses.response(for: body.head.status.code)?.content(of: type)
  }()
  var body: StreamedBody { didSet { body.tally = tally } }

  private var plan: EndpointPlan { reader.plan }

  init(_ body: StreamedBody) {
    let plan = body.plan
    self.body = body
    body.tally = tally
    reader = ReplyReader(plan: plan, check: body.check)
    refuses = plan.model.policy.refusal != nil && body.head.status.kind == .successful
    path = (plan.model.events?.each ?? plan.model.selection)?.path
    shape = plan.reply.element
    names = plan.model.events?.names ?? []
    wantsText = if case .string? = plan.reply.target { path == nil } else { false }
    isPlain = path == nil && shape == nil && plan.reply.layout == nil && body.check == .off
  }

  /// Whether a line is text, because nothing declares JSON.
  var isText: Bool { shape == nil }

  let wantsText: Bool
  /// The names of the events that are elements; empty for all.
  private let names: [String]
  /// Whether `fails` applies to each element.
  let refuses: Bool
  private let isPlain: Bool

  /// Returns the element of the current event: its data as JSON, selected and checked; without both `{event, data, id}`. Returns nil if
  /// there is no data or the selection finds nothing.
  func element(_ events: EventReading) throws(CallError) -> JSON? {
    let place = ElementPlace(unit: "event", number: events.number)
    let data = events.data
    if !names.isEmpty, events.name != "error", !names.contains(events.name ?? "message") { return nil }
    let isWhole = path == nil && shape == nil
    if isWhole || wantsText {
      if refuses { try refuse((try? Self.json(data)) ?? .string(events.event.data), place, data) }
      return isWhole ? Self.whole(events.event) : .string(events.event.data)
    }
    if data.isEmpty, events.name != "error" { return nil }
    let value: JSON
    do throws(JSONError) {
      value = try Self.json(data)
    } catch {
      if events.name == "error" { throw failure(nil, data) }
      throw faulty(reader.noJSON(error, "\(place) of the stream", nil, Array(data)), data)
    }
    if refuses { try refuse(value, place, data) }
    if let found = try select(value, place) {
      guard let fault = fault(found) else { return try held(found, value, place, data) }
      if Self.isFailure(events.name, value) { throw failure(value, data) }
      throw misfit(place, fault, data)
    }
    if Self.isFailure(events.name, value) { throw failure(value, data) }
    return nil
  }

  private static func whole(_ event: ServerSentEvent) -> JSON {
    .object([
      ("event", event.event.map { .string($0) } ?? .null), ("data", .string(event.data)), ("id", event.id.map { .string($0) } ?? .null),
    ])
  }

  /// Invalid UTF-8 is replaced, as in the specification of event streams, before the data is rejected.
  private static func json(_ data: ArraySlice<UInt8>) throws(JSONError) -> JSON {
    do throws(JSONError) {
      return try JSON(parsing: data)
    } catch {
      if String(validating: data, as: UTF8.self) != nil { throw error }
      return try JSON(parsing: String(decoding: data, as: UTF8.self))
    }
  }

  /// Whether an event without an element reports that the service failed after a successful status.
  private static func isFailure(_ name: String?, _ value: JSON) -> Bool {
    if name == "error" { return true }
    guard let object = value.asObject else { return false }
    if let error = object["error"], error.asKind == .object || error.asKind == .string { return true }
    // The errors of a GraphQL subscription.
    return object["errors"]?.asArray?.isEmpty == false
  }

  /// Throws if `fails` is true for an element, before anything is selected in it.
  private func refuse(_ value: JSON, _ place: ElementPlace, _ data: ArraySlice<UInt8>) throws(CallError) {
    guard try reader.fails(value, "\(place) of the stream") else { return }
    throw failure(value, data)
  }

  private func failure(_ value: JSON?, _ data: ArraySlice<UInt8>) -> CallError {
    var error = reader.failure("the stream ended with an error", value, Array(data))
    if value == nil, ErrorBody.message(Array(data)) == nil, !data.isEmpty {
      error.message += ": " + TerminalText.safe(String(decoding: data, as: UTF8.self).excerpt(300))
    }
    return faulty(error, data)
  }

  /// Returns the element of a JSON line; nil if it is blank, or if the selection finds nothing.
  func element(json line: ArraySlice<UInt8>, _ place: ElementPlace, isWhole: Bool) throws(CallError) -> JSON? {
    guard line.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D && $0 != 0x0A }) else { return nil }
    let value: JSON
    do throws(JSONError) {
      value = try JSON(parsing: line)
    } catch {
      throw faulty(reader.noJSON(error, "\(place) of the stream", body.head.mediaType, Array(line), inLine: isWhole), line)
    }
    if refuses { try refuse(value, place, line) }
    if isPlain { return value }
    guard let found = try select(value, place) else { return nil }
    if let fault = fault(found) { throw misfit(place, fault, line) }
    return try held(found, value, place, line)
  }

  func element(text line: String, _ place: ElementPlace) throws(CallError) -> JSON {
    let value = JSON.string(line)
    if refuses {
      let data = Array(line.utf8)[...]
      try refuse((try? JSON(parsing: data)) ?? value, place, data)
    }
    if !wantsText, let fault = fault(value) { throw misfit(place, fault, Array(line.utf8)[...]) }
    return value
  }

  private func select(_ value: JSON, _ place: ElementPlace) throws(CallError) -> JSON? {
    guard let path else { return value }
    do throws(JSONError) {
      let found = try path.select(value)
      return found.isNull ? nil : found
    } catch {
      throw faulty(reader.error(.selection, "cannot evaluate '\(path.text)' on \(place): \(error.message)"), [])
    }
  }

  private func fault(_ value: JSON) -> String? {
    guard let shape, reader.check == .off else { return nil }
    return plan.reply.check.fault(value, shape, at: "").map { $0.named("it") }
  }

  /// Returns an element with its layout, checked on request. A collected list is checked as a whole.
  private func held(_ value: JSON, _ document: JSON, _ place: ElementPlace, _ bytes: ArraySlice<UInt8>) throws(CallError) -> JSON {
    let shaped = plan.reply.layout.map { JSONLayout.attach($0, to: value) } ?? value
    guard reader.check != .off else { return shaped }
    let differing = declaredFaults(document)
    if body.isKept {
      _ = tally.add(differing)
      return shaped
    }
    let found =
      (shape.map { plan.reply.check.differences(value, from: $0, "it") } ?? []) + LocatedFault.duplicates(in: document) + differing
    if found.isEmpty { return shaped }
    guard reader.check == .error else {
      let fresh = tally.add(found)
      if !fresh.isEmpty { body.report(.broken(body.secrets.redact(fresh))) }
      return shaped
    }
    throw faulty(reader.broken(found.limited, "\(place) of the stream"), bytes)
  }

  /// Returns how an element, before anything is selected in it, differs from what a document declares for the response.
  private func declaredFaults(_ value: JSON) -> [LocatedFault] {
    guard let declared, let shape = declared.element else { return [] }
    return plan.reply.check.differences(value, from: shape, "it", declaredAt: declared.range)
  }

  private func misfit(_ place: ElementPlace, _ fault: String, _ bytes: ArraySlice<UInt8>) -> CallError {
    faulty(reader.error(.decoding, "\(place) of the stream does not match \(shape?.spelling ?? "its shape"): \(fault)"), bytes)
  }

  func faulty(_ message: String, _ bytes: ArraySlice<UInt8>) -> CallError { faulty(reader.error(.decoding, message), bytes) }

  private func faulty(_ error: CallError, _ bytes: ArraySlice<UInt8>) -> CallError {
    error.with(body.head.status, body.head.headers, Array(bytes))
  }
}

struct ElementPlace: CustomStringConvertible {
  /// `event`, `line` or `record`.
  let unit: String
  let number: Int

  var description: String { "\(unit) \(number)" }
}

/// The elements of an opened stream of events as JSON. Not safe for concurrent use.
package final class ElementReading: ReplySource<JSON> {
  private let events: EventReading
  private let reader: ElementReader
  private var count = 0

  package override var unselected: Int { count }

  init(_ events: EventReading) {
    self.events = events
    reader = ElementReader(events.body)
  }

  package override func ready() throws(CallError) -> JSON? {
    while try events.advance() {
      if reader.body !== events.body { reader.body = events.body }
      do throws(CallError) {
        if let element = try reader.element(events) { return element }
        count += 1
      } catch {
        throw events.fail(error)
      }
    }
    return nil
  }

  package override func more() async throws(CallError) -> ReplySource<JSON>? { try await events.more() == nil ? nil : self }

  /// Returns the elements of an opened response: events, lines or parts, as declared or by its media type.
  package static func source(
    _ body: StreamedBody, _ draft: Draft, _ opened: ReplyHead.Listener? = nil
  ) async throws(CallError) -> ReplySource<JSON> {
    let type = body.head.mediaType
    switch (draft.plan.model.result, type?.essence) {
    case (.lines, _) where !PartReading.reads(type): return try await LineReading(body)
    case (.events, _), (_, "text/event-stream"): return ElementReading(try await EventReading(body, draft, opened))
    case _ where PartReading.reads(type): return try await PartReading(body)
    case _ where type?.isLines == true: return try await LineReading(body)
    default:
      let said = type.map { "its media type is \($0.essence)" } ?? "it has no media type"
      throw await body.refuse(.decoding, "the response is not a stream of events, lines or parts: \(said)")
    }
  }
}
