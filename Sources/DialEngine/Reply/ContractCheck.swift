import DialJSON
import DialMessage
import DialModel
import HTTPTypes

/// Tells all that is not declared about a value, where ``ShapeCheck`` stops at the first misfit.
///
/// It belongs to an endpoint and not to a reply, so that the elements of a stream can be asked about one by one.
struct ContractCheck: Sendable {
  let shapes: ShapeCheck

  init(plan: EndpointPlan) { shapes = plan.reply.check }

  /// Misfits and undeclared members of a value; `subject` is what the value itself is called.
  func faults(_ value: JSON, as shape: Shape, _ subject: String = "the result") -> [ContractFault] {
    ContractFault.limited(placed(value, as: shape, subject).map(\.fault))
  }

  /// The same, so that they can be counted.
  func placed(_ value: JSON, as shape: Shape, _ subject: String) -> [LocatedFault] {
    var walk = ContractWalk(check: shapes, subject: subject)
    // Names are those of the wire here, never the labels of a layout.
    walk.visit(JSONLayout.attach(nil, to: value), shape)
    return walk.faults
  }

  /// Names that come twice in an object of a document.
  func duplicates(in document: JSON) -> [ContractFault] { ContractFault.limited(placedDuplicates(in: document).map(\.fault)) }

  func placedDuplicates(in document: JSON) -> [LocatedFault] {
    JSONPath.duplicates(in: document, limit: ContractFault.limit + 1).map { path in
      var place = path
      place.steps = path.steps.map { if case .index = $0 { .index(0) } else { $0 } }
      let message = "duplicate member '\(path.text)'; the last one is used"
      return LocatedFault(.twice, place, ContractFault(path: path.text, message: message))
    }
  }
}

/// In what the elements of a stream break their contract: a fault is told when it is seen first, and at the end how many there were like it.
/// A hundred are told apart. For one task.
final class ContractTally {
  private var seen: [LocatedFault.Key: Int] = [:]
  private var faults: [LocatedFault] = []
  /// How often each came when it was told last.
  private var told: [Int] = []
  private var isFull = false

  /// Counts the faults of an element; gives those that nobody has seen yet.
  func add(_ found: [LocatedFault]) -> [ContractFault] {
    var fresh: [ContractFault] = []
    for fault in found {
      if let index = seen[fault.key] {
        faults[index].more += 1 + fault.more
      } else if faults.count < ContractFault.limit {
        seen[fault.key] = faults.count
        faults.append(fault)
        told.append(fault.more)
        fresh.append(fault.fault)
      } else if !isFull {
        isFull = true
        fresh.append(ContractFault.rest)
      }
    }
    return fresh
  }

  /// Those that came again after they were told, with their count.
  func repeated() -> [ContractFault] {
    let indices = faults.indices.filter { faults[$0].more > told[$0] }
    told = faults.map(\.more)
    return indices.map { faults[$0].fault }
  }
}

/// A fault of a contract with what it has in common with others: its place in the shape, which all elements of a list share, and its kind.
package struct LocatedFault {
  package enum Kind: Hashable {
    case misfit
    case missing
    case undeclared
    case twice
  }

  package struct Key: Hashable {
    var kind: Kind
    var place: JSONPath
  }

  let key: Key
  private let first: ContractFault
  /// How many others like it there are, which are not told.
  var more = 0

  init(_ kind: Kind, _ place: JSONPath, _ first: ContractFault) {
    key = Key(kind: kind, place: place)
    self.first = first
  }

  /// As it is told.
  var fault: ContractFault {
    more == 0 ? first : ContractFault(path: first.path, message: "\(first.message) (and \(more) more like this)")
  }
}

extension ReplyReader {
  /// In what an accepted reply is not as it is declared. Throws it, where that is asked for.
  func contract(
    _ value: JSON, _ content: Reply.Content, _ response: Response, _ body: inout ReplyBody, _ secrets: Secrets
  ) throws(CallError) -> [ContractFault] {
    let found =
      if response.status.kind == .successful {
        kindFaults(response, content) + shapeFaults(value, content, response) + duplicates(response, content, &body)
      } else {
        faults(of: refusal(response, body.bytes), response, body.bytes)
      }
    let faults = ContractFault.limited(found)
    guard check == .error, !faults.isEmpty else { return faults.isEmpty ? [] : secrets.redact(faults) }
    var error = error(.contract, ContractFault.lines(faults).joined(separator: "\n"))
    error.contract = faults
    throw error
  }

  /// The same for a refused reply: the error of its status gets the faults.
  func hold(_ refusal: Refusal, _ response: Response, to error: inout CallError) {
    error.contract = ContractFault.limited(faults(of: refusal, response, error.body ?? []))
    guard check == .error, !error.contract.isEmpty else { return }
    error.code = .contract
    error.message = ([error.message] + ContractFault.lines(error.contract, of: "the error response")).joined(separator: "\n")
  }

  // MARK: results

  /// A media type that is not the one of the declared result. `decode` says what a body is, whatever it is called.
  private func kindFaults(_ response: Response, _ content: Reply.Content) -> [ContractFault] {
    let type = response.mediaType
    guard content != .none, model.policy.decode == nil, !hasCodec(type) else { return [] }
    let format = ReplyFormat(type)
    let expected: String
    switch (model.result, plan.reply.target) {
    case (.text, _):
      if format != nil, format != .bytes { return [] }
      expected = "text"
    case (.shape, .data?): return []
    case (.shape, .string?) where model.selection == nil:
      if format == .text || format == .json { return [] }
      expected = "text or JSON"
    case (.shape, _):
      if format == .json || format == .lines || format == .form { return [] }
      expected = "JSON"
    default: return []
    }
    let found = type.map { "has the media type '\($0.essence)'" } ?? "has no media type"
    return [ContractFault(path: "", message: "expected \(expected), but the response \(found)")]
  }

  private func shapeFaults(_ value: JSON, _ content: Reply.Content, _ response: Response) -> [ContractFault] {
    guard case .shape(let shape) = model.result else { return [] }
    if content != .none { return ContractCheck(plan: plan).faults(value, as: shape) }
    if shape.isOptional || plan.types.resolve(shape).isOptional { return [] }
    return [ContractFault(path: "", message: emptiness(response, shape))]
  }

  /// Of the whole document, whatever is selected from it.
  private func duplicates(_ response: Response, _ content: Reply.Content, _ body: inout ReplyBody) -> [ContractFault] {
    guard content == .json else { return [] }
    let check = ContractCheck(plan: plan)
    if case .document(let json) = body { return check.duplicates(in: json) }
    // Lines, and JSON in another charset than UTF-8, were read from a copy.
    guard !hasCodec(response.mediaType), let (value, _) = try? inferred(response, &body) else { return [] }
    return check.duplicates(in: value)
  }

  private func hasCodec(_ type: MediaType?) -> Bool { (try? codec(type)) != nil }

  // MARK: failures

  private func faults(of refusal: Refusal, _ response: Response, _ body: [UInt8]) -> [ContractFault] {
    let check = ContractCheck(plan: plan)
    let duplicates = (try? JSON(parsing: body)).map { check.duplicates(in: $0) } ?? []
    guard let shape = model.failure else { return duplicates }
    if let value = refusal.failure ?? refusal.compared { return check.faults(value, as: shape, "the error response") + duplicates }
    if shape.isOptional, body.isEmpty { return [] }
    let found = response.mediaType.map { "of type '\($0.essence)'" } ?? "of unknown media type"
    return [ContractFault(path: "", message: "expected \(shape.spelling), but the error response is \(body.isEmpty ? "empty" : found)")]
  }
}
