import DialEngine
import DialJSON
import DialMessage
import DialModel

/// Finds the next page in a response.
struct PageStep {
  let plan: EndpointPlan
  let pagination: PaginationModel
  let reply: Reply
  /// The whole response as JSON, before `@`.
  let whole: JSON
  /// The value of the argument that this page was requested with.
  let current: JSON?

  /// Whether the page has no items.
  static func isEmpty(_ reply: Reply) -> Bool { reply.value.isNull || reply.value.asArray?.isEmpty ?? false }

  private var isEmpty: Bool { Self.isEmpty(reply) }

  /// The path of the next page, if the page has items but nothing there, not even null.
  var absence: String? {
    guard !isEmpty, let path = pagination.path, let error = path.absence(in: whole) else { return nil }
    return "only one page was read, because 'paginate' found no next page: \(error.message)"
  }

  /// Returns why this is the last page; nil if the spec does not say so.
  func end() throws(CallError) -> PageEnd.Reason? {
    switch pagination.end {
    case .empty? where isEmpty: return .empty
    case .condition(let path)? where try found(path, "until").isTrue: return .until
    default: break
    }
    switch pagination.way {
    case .page, .offset: return isEmpty ? .empty : nil
    case .link, .url, .cursor: return nil
    }
  }

  func next() throws(CallError) -> NextPage.Address? {
    switch pagination.way {
    case .link:
      return try LinkHeader(reply.headers).target(of: "next").map { text throws(CallError) in try url(text, "the Link header with rel=next")
      }
    case .url(let path):
      let value = try found(path, "next")
      if Self.isNothing(value) { return nil }
      guard let text = value.asString else {
        throw error("expected the URL of the next page at '\(path.text)', found \(value.asKind.noun)")
      }
      return try url(text, "'\(path.text)'")
    case .cursor(let path, let name):
      let value = try found(path, "cursor")
      if Self.isNothing(value) { return nil }
      guard let text = ValueText.plain(value) else { throw error("expected a cursor at '\(path.text)', found \(value.asKind.noun)") }
      return .argument(name, fitting(value, text, name))
    case .page(let name): return .argument(name, JSON(try Self.number(current, plan, name, first: 1) + 1))
    case .offset(let name, let step, let total):
      let size = if let step { step } else { try length() }
      let (there, isTooFar) = try Self.number(current, plan, name, first: 0).addingReportingOverflow(size)
      if isTooFar { throw reply.failure(.limit, "pagination: '\(name)' is out of range") }
      // A total below what was already received cannot be one.
      if let total, let all = try self.count(total), there >= all, all >= there - size + (reply.value.asArray?.count ?? 0) { return nil }
      if let step, let count = reply.value.asArray?.count, count > step {
        throw reply.failure(
          .limit, "pagination: the page has \(count) items, but 'step' is \(step), so the next page would repeat some",
          hint: "set 'step' to the page size, or remove it")
      }
      return .argument(name, JSON(there))
    }
  }

  private static func isNothing(_ value: JSON) -> Bool {
    value.isNull || value.asKind == .absent || value.asBool == false || value.asString?.isEmpty ?? false
  }

  private func url(_ text: String, _ what: String) throws(CallError) -> NextPage.Address {
    guard let address = LinkedURL(text, in: reply) else { throw error("\(what) is not a valid URL: '\(reply.secrets.redact(text))'") }
    return .url(address.url)
  }

  /// Converts a cursor to the type of its parameter: servers write numbers as text, and text as numbers.
  private func fitting(_ value: JSON, _ text: String, _ name: String) -> JSON {
    guard let parameter = plan.parameter(name), !parameter.shape.isUntyped else { return value }
    return ArgumentText(types: plan.types).value(text, of: parameter)
  }

  /// The number that this page was requested with: that of the call, otherwise the default, otherwise `first`.
  static func number(_ current: JSON?, _ plan: EndpointPlan, _ name: String, first: Int) throws(CallError) -> Int {
    var value = current
    if value == nil || value?.isNull == true, case .json(let standard)? = plan.parameter(name)?.defaultValue { value = standard }
    guard let value, !value.isNull else { return first }
    if let number = ValueText.plain(value).flatMap({ Int($0) }) {
      if number < Int.max >> 1 { return number }
      throw CallError(.limit, "pagination: '\(name)' is out of range", of: plan.model)
    }
    throw CallError(.arguments, "'\(name)' must be an integer, but is \(JSONWriter.text(value))", of: plan.model)
  }

  /// The number of items on the page, which is added to the offset.
  private func length() throws(CallError) -> Int {
    if let items = reply.value.asArray { return items.count }
    throw error("'offset' without 'step' requires each page to be an array, found \(reply.value.asKind.noun)")
  }

  private func count(_ path: JMESPath) throws(CallError) -> Int? {
    let value = try found(path, "total")
    if Self.isNothing(value) { return nil }
    guard let number = ValueText.plain(value).flatMap({ Int($0) }) else {
      throw error("expected the total number of items at '\(path.text)', found \(value.asKind.noun)")
    }
    return number
  }

  private func found(_ path: JMESPath, _ key: String) throws(CallError) -> JSON {
    do throws(JSONError) {
      return try path.select(whole)
    } catch {
      throw self.error("cannot evaluate '\(path.text)': \(error.message)", key)
    }
  }

  private func error(_ message: String, _ key: String = "") -> CallError {
    reply.failure(.decoding, key.isEmpty ? "pagination: \(message)" : "'paginate.\(key)': \(message)")
  }
}
