import DialEngine
import DialJSON
import DialMessage
import DialModel
import HTTPTypes

/// Finds the next page in a response.
struct PageStep {
  let plan: EndpointPlan
  let pagination: PaginationModel
  let reply: Reply
  /// The whole response as JSON, before `@`.
  let whole: JSON
  /// The value of the argument that this page was requested with.
  let current: JSON?
  /// The value of the argument that sets the size of a page.
  let size: JSON?
  /// The number of items of the page before a filter of `@`; nil if the page is not a list.
  private(set) var count: Int?
  /// Whether the number is that of the only list in the page that can be meant.
  private var isCertain = true

  init(plan: EndpointPlan, pagination: PaginationModel, reply: Reply, current: JSON?, size: JSON?) throws(CallError) {
    self.plan = plan
    self.pagination = pagination
    self.reply = reply
    self.current = current
    self.size = size
    whole = try reply.whole()
    if let found = try counted() { (count, isCertain) = (found.count, found.isCertain) }
  }

  private func counted() throws(CallError) -> ListCount? {
    if let path = pagination.items {
      let found = try found(path, "items")
      if let items = reply.selectionBudget.elements(of: found) { return ListCount(items.count) }
      if found.isNull, path.absence(in: whole) == nil { return ListCount(0) }
      throw error("expected the items of the page at '\(path.text)', found \(found.isNull ? "nothing" : found.asKind.noun)")
    }
    if let path = plan.model.selection?.path, let count = try? path.listCount(in: whole, reply.selectionBudget) { return count }
    return reply.value.isNull ? ListCount(0) : reply.value.asArray.map { ListCount($0.count) }
  }

  /// Whether the page has no items.
  var isEmpty: Bool { count == 0 }

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
    case .offset(let offset) where isEmpty && offset.mayBeShort:
      // All items of a page can be left out. Without a size, the next request would be the same one.
      if try step(offset) == nil { return .empty }
      return try isBelowTotal(offset) == true ? nil : .empty
    case .page where isEmpty:
      // A condition that is false says that more pages follow, which the server filters after it has cut them.
      if case .condition(let path)? = pagination.end, try found(path, "until").asBool == false { return nil }
      return .empty
    case .page, .offset: return isEmpty ? .empty : nil
    case .link, .url, .cursor: return nil
    }
  }

  func next() throws(CallError) -> NextPage.Address? {
    switch pagination.way {
    case .link:
      return try LinkHeader(reply.headers).target(of: "next").map { text throws(CallError) in try url(text, "the Link header with rel=next")
      }
    case .url(let location):
      let value = try found(location, "next")
      if Self.isNothing(value) { return nil }
      guard let text = value.asString else {
        throw error("expected the URL of the next page at '\(location.text)', found \(value.asKind.noun)")
      }
      return try url(text, "'\(location.text)'")
    case .cursor(let location, let name):
      let value = try found(location, "cursor")
      if Self.isNothing(value) { return nil }
      if let text = ValueText.plain(value) { return .argument(name, fitting(value, text, name)) }
      guard takesJSON(name) else { throw error("expected a cursor at '\(location.text)', found \(value.asKind.noun)") }
      let isEmpty = value.asObject?.isEmpty ?? false || value.asArray?.isEmpty ?? false
      return isEmpty ? nil : .argument(name, value)
    case .page(let name): return .argument(name, JSON(try Self.number(current, plan, name, first: 1) + 1))
    case .offset(let offset): return try next(offset)
    }
  }

  /// Returns the next offset; nil if the total is reached.
  private func next(_ offset: PaginationModel.Offset) throws(CallError) -> NextPage.Address? {
    let there = try here(offset) + (try moved(offset))
    if there >= Self.maxNumber { throw reply.failure(.limit, "pagination: '\(offset.parameter)' is out of range") }
    let isBelow = try isBelowTotal(offset)
    if isBelow == false { return nil }
    if let step = try step(offset), let count, count > step {
      throw reply.failure(
        .limit,
        "pagination: the page has \(count.counted("item")), but \(shown(offset)) is \(step), so the next page would repeat some",
        hint: "set 'step' to the page size, or remove it; \(continuing(offset, there))")
    }
    if isBelow == true, let short = try shortness() { throw short }
    return .argument(offset.parameter, JSON(there))
  }

  /// Returns the error of a page that is shorter than `step`, which is thrown if it turns out not to be the last one.
  func shortness() throws(CallError) -> CallError? {
    guard case .offset(let offset) = pagination.way, !offset.mayBeShort, let step = try step(offset), let count, count < step else {
      return nil
    }
    let remedy = if case .size? = offset.step { "set 'step' to the parameter for the page size, or remove it" } else { "remove 'step'" }
    return reply.failure(
      .limit, "pagination: the page has \(count.counted("item")), but \(shown(offset)) is \(step), and more items follow",
      hint: "\(remedy); if the server leaves items out of its pages, add 'short: true'; "
        + continuing(offset, try here(offset) + count))
  }

  private func continuing(_ offset: PaginationModel.Offset, _ there: Int) -> String { "then continue with \(offset.parameter)=\(there)" }

  /// Whether the place of an item in the page does not tell its place in the list.
  var mayHideItems: Bool { if case .offset(let offset) = pagination.way { offset.mayBeShort } else { false } }

  private func shown(_ offset: PaginationModel.Offset) -> String {
    if case .argument(let name)? = offset.step { "'\(name)'" } else { "'step'" }
  }

  /// The total number of items, and the number up to this page, if the pages end before the total.
  func shortfall() -> PageShortfall? {
    guard case .offset(let offset) = pagination.way, let path = offset.total, (try? isBelowTotal(offset)) == true,
      let total = try? total(path), let read = try? read(offset)
    else { return nil }
    return PageShortfall(read: read, total: total, path: path.text)
  }

  /// Whether more items than up to this page exist; nil if the response does not say so. A total below the number of received items is
  /// not one.
  private func isBelowTotal(_ offset: PaginationModel.Offset) throws(CallError) -> Bool? {
    guard let path = offset.total, let total = try total(path) else { return nil }
    let read = try read(offset)
    return total < read - (try moved(offset)) + (count ?? 0) ? nil : read < total
  }

  /// The number of items up to the end of this page. If the default of the parameter is 1, it counts from 1.
  private func read(_ offset: PaginationModel.Offset) throws(CallError) -> Int {
    let isFromOne = if case .json(let first)? = plan.parameter(offset.parameter)?.defaultValue { first.asInt == 1 } else { false }
    return try here(offset) - (isFromOne ? 1 : 0) + (try moved(offset))
  }

  private func here(_ offset: PaginationModel.Offset) throws(CallError) -> Int {
    try Self.number(current, plan, offset.parameter, first: 0)
  }

  /// The number that is added to the offset.
  private func moved(_ offset: PaginationModel.Offset) throws(CallError) -> Int {
    let step = try step(offset)
    if !isCertain, !offset.mayBeShort || step == nil, let selection = plan.model.selection {
      let items = selection.path.ambiguousList.map { ", such as items: \($0)" } ?? ""
      throw reply.failure(
        .limit, "pagination: the number of items of the page is not clear, because '@ \(selection.path.text)' joins several lists",
        hint: "set 'items' in 'paginate' to the list that '\(offset.parameter)' counts\(items)")
    }
    if let moved = offset.mayBeShort ? step ?? count : count ?? step { return min(moved, Self.maxNumber) }
    throw error("'offset' without 'step' requires each page to be an array, found \(reply.value.asKind.noun)")
  }

  /// The size of a page; nil if neither the spec nor the call sets it.
  private func step(_ offset: PaginationModel.Offset) throws(CallError) -> Int? {
    switch offset.step {
    case .size(let step): return step
    case .argument(let name):
      let size = try Self.number(size, plan, name, first: 0)
      return size > 0 ? size : nil
    case nil: return nil
    }
  }

  private static func isNothing(_ value: JSON) -> Bool {
    value.isNull || value.asKind == .absent || value.asBool == false || value.asString?.isEmpty ?? false
  }

  private func url(_ text: String, _ what: String) throws(CallError) -> NextPage.Address {
    guard let address = LinkedURL(text, in: reply) else { throw error("\(what) is not a valid URL: '\(reply.secrets.redact(text))'") }
    return .url(address.url)
  }

  /// Whether an object or an array is sent as it is: in a body of JSON, or as text of JSON if that is declared.
  private func takesJSON(_ name: String) -> Bool {
    guard let parameter = plan.parameter(name) else { return plan.model.hasBody && plan.model.encoding == .json }
    return parameter.place.has(.json) && plan.model.encoding == .json || parameter.isTyped && parameter.shape.isUntyped
  }

  /// Converts a cursor to the type of its parameter: servers write numbers as text, and text as numbers.
  private func fitting(_ value: JSON, _ text: String, _ name: String) -> JSON {
    guard let parameter = plan.parameter(name), !parameter.shape.isUntyped else { return value }
    return ArgumentText(types: plan.types).value(text, of: parameter)
  }

  /// The sum of two smaller numbers does not overflow.
  private static let maxNumber = Int.max >> 1

  /// The number that this page was requested with: that of the call, otherwise the default, otherwise `first`.
  static func number(_ current: JSON?, _ plan: EndpointPlan, _ name: String, first: Int) throws(CallError) -> Int {
    var value = current
    if value == nil || value?.isNull == true, case .json(let standard)? = plan.parameter(name)?.defaultValue { value = standard }
    guard let value, !value.isNull else { return first }
    if let number = ValueText.plain(value).flatMap({ Int($0) }) {
      if number < maxNumber { return number }
      throw CallError(.limit, "pagination: '\(name)' is out of range", of: plan.model)
    }
    throw CallError(.arguments, "'\(name)' must be an integer, but is \(JSONWriter.text(value))", of: plan.model)
  }

  private func total(_ location: ResponseLocation) throws(CallError) -> Int? {
    let value = try found(location, "total")
    if Self.isNothing(value) { return nil }
    guard let number = value.asInt ?? value.asString.flatMap({ Int($0) }) else {
      throw error("expected the total number of items at '\(location.text)', found \(value.asKind.noun)")
    }
    return number
  }

  private func found(_ location: ResponseLocation, _ key: String) throws(CallError) -> JSON {
    switch location {
    case .path(let path): try found(path, key)
    // A header that is not there says nothing, like a member.
    case .header(let name): HTTPField.Name(name).flatMap { reply.headers[$0] }.map { .string($0) } ?? .null
    }
  }

  private func found(_ path: JMESPath, _ key: String) throws(CallError) -> JSON {
    do throws(JSONError) {
      return try path.select(whole, reply.selectionBudget)
    } catch {
      throw self.error("cannot evaluate '\(path.text)': \(error.message)", key)
    }
  }

  private func error(_ message: String, _ key: String = "") -> CallError {
    reply.failure(.decoding, key.isEmpty ? "pagination: \(message)" : "'paginate.\(key)': \(message)")
  }
}

/// Pages that ended before the total number of items that the server announces.
package struct PageShortfall: Sendable {
  /// The number of items up to the last page.
  let read: Int
  let total: Int
  /// The path of the total.
  let path: String

  package var text: String { "the pages ended after \(read) of the \(total.counted("item")) that '\(path)' announces" }
}
