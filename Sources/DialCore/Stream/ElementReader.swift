import DialJSON
import DialSyntax
import HTTPTypes

/// Makes the elements of a stream: decodes the data of an event, or a line; selects; checks the shape.
struct ElementReader {
  private let reader: ReplyReader
  private let head: ReplyHead
  private let path: JMESPath?
  private let shape: Shape?

  private var plan: EndpointPlan { reader.plan }

  init(_ plan: EndpointPlan, _ head: ReplyHead) {
    reader = ReplyReader(plan: plan)
    self.head = head
    path = (plan.model.events?.each ?? plan.model.selection)?.path
    shape =
      switch plan.model.result {
      case .events(let shape), .lines(let shape): shape
      default: nil
      }
  }

  /// Whether a line is a text, where nothing says that it is JSON.
  var isText: Bool { shape == nil }

  /// Whether elements are texts, whatever the media type.
  var wantsText: Bool { if case .string? = plan.reply.target { path == nil } else { false } }

  // MARK: events

  /// The element of an event: its data as JSON, selected and of the declared shape; without either `{event, data, id}`. nil where the
  /// selection finds nothing.
  func element(_ event: consuming EventParser.Event, number: Int) throws(CallError) -> JSON? {
    if path == nil, shape == nil { return Self.whole(event) }
    if wantsText { return .string(String(decoding: event.data, as: UTF8.self)) }
    let name = event.name
    let data = event.data
    let value: JSON
    do throws(JSONError) {
      value = try Self.json(data)
    } catch {
      if name == "error" { throw failure(nil, data) }
      throw faulty(reader.noJSON(error, "event \(number) of the stream", nil, data), data)
    }
    if let found = try select(value, "event \(number)") {
      guard let fault = fault(found) else { return shaped(found) }
      if Self.isFailure(name, value) { throw failure(value, data) }
      throw misfit("event \(number)", fault, data)
    }
    if Self.isFailure(name, value) { throw failure(value, data) }
    return nil
  }

  private static func whole(_ event: EventParser.Event) -> JSON {
    .object([
      ("event", event.name.map { .string($0) } ?? .null), ("data", .string(String(decoding: event.data, as: UTF8.self))),
      ("id", event.id.map { .string($0) } ?? .null),
    ])
  }

  /// What is no UTF-8 is replaced, as the stream asks for, and only then given up.
  private static func json(_ data: [UInt8]) throws(JSONError) -> JSON {
    do throws(JSONError) {
      return try JSON(parsing: data)
    } catch {
      if String(validating: data, as: UTF8.self) != nil { throw error }
      return try JSON(parsing: String(decoding: data, as: UTF8.self))
    }
  }

  /// Whether an event in which nothing is found tells that the service failed, after its status had said that all is well.
  private static func isFailure(_ name: String?, _ value: JSON) -> Bool {
    if name == "error" { return true }
    guard let error = value.asObject?["error"] else { return false }
    return error.asKind == .object || error.asKind == .string
  }

  private func failure(_ value: JSON?, _ data: [UInt8]) -> CallError {
    let said = ErrorBody.message(data) ?? (value == nil ? TerminalText.safe(String(decoding: data.prefix(300), as: UTF8.self)) : nil)
    var error = faulty(reader.error(.status, "the stream ended with an error" + (said.map { ": \($0)" } ?? "")), data)
    error.content = value
    guard let shape = plan.model.failure, let value, plan.reply.check.fault(value, shape, at: "") == nil else { return error }
    error.failure = plan.reply.failureLayout.map { JSONLayout.attach($0, to: value) } ?? value
    return error
  }

  // MARK: lines

  /// The element of a line of JSON; nil where it is blank, or the selection finds nothing.
  func element(json line: [UInt8], _ what: String, _ type: MediaType?, isWhole: Bool) throws(CallError) -> JSON? {
    guard line.contains(where: { !" \t\r\n".utf8.contains($0) }) else { return nil }
    let value: JSON
    do throws(JSONError) {
      value = try JSON(parsing: line)
    } catch {
      throw faulty(reader.noJSON(error, "\(what) of the stream", type, line, inLine: isWhole), line)
    }
    guard let found = try select(value, what) else { return nil }
    if let fault = fault(found) { throw misfit(what, fault, line) }
    return shaped(found)
  }

  /// The element of a line of text.
  func element(text line: String, _ what: String) throws(CallError) -> JSON {
    let value = JSON.string(line)
    if let fault = fault(value) { throw misfit(what, fault, Array(line.utf8)) }
    return value
  }

  // MARK: both

  private func select(_ value: JSON, _ what: String) throws(CallError) -> JSON? {
    guard let path else { return value }
    do throws(JSONError) {
      let found = try path.select(value)
      return found.isNull ? nil : found
    } catch {
      throw faulty(reader.error(.selection, "'\(path.text)' fails for \(what): \(error.message)"), [])
    }
  }

  private func fault(_ value: JSON) -> String? {
    guard let shape, plan.reply.matcher?.fits(value) != true else { return nil }
    return plan.reply.check.fault(value, shape, at: "").map { $0.message.replacing("''", with: "it") }
  }

  private func shaped(_ value: JSON) -> JSON { plan.reply.layout.map { JSONLayout.attach($0, to: value) } ?? value }

  private func misfit(_ what: String, _ fault: String, _ bytes: [UInt8]) -> CallError {
    faulty(reader.error(.decoding, "\(what) of the stream does not fit \(shape?.spelling ?? "its shape"): \(fault)"), bytes)
  }

  /// An error of a line that is no text.
  func faulty(_ message: String, _ bytes: [UInt8]) -> CallError { faulty(reader.error(.decoding, message), bytes) }

  private func faulty(_ error: CallError, _ bytes: [UInt8]) -> CallError {
    var error = error
    error.status = head.status
    error.headers = head.headers
    error.body = bytes
    return error
  }
}
