import DialEngine
import DialJSON
import DialMessage
import DialModel
import HTTPTypes

/// What is written: a value of JSON, a text, bytes, or nothing.
enum Outcome: Sendable {
  case json(JSON)
  /// Rows of arrays with the names of their columns, from `--tuple`: one, or those of a list.
  case rows([[JSON]], labels: [String], isList: Bool)
  case text(String)
  case bytes([UInt8], type: String)
  case none

  /// As JSON has it: bytes are base64 text.
  var value: JSON {
    switch self {
    case .json(let json): json
    case .rows(let rows, _, let isList): isList ? .array(rows.map(JSON.array)) : .array(rows.first ?? [])
    case .text(let text): .string(text)
    case .bytes(let bytes, _): .string(Base64.encode(bytes))
    case .none: .null
    }
  }

  /// The rows of a declared tuple, as `--tuple` would give them.
  var withDeclaredColumns: Outcome {
    if case .json(let value) = self { TupleRows.declared(in: value) ?? self } else { self }
  }
}

/// What the flags take from the result of a call.
struct Selection: Sendable {
  /// Of `--select`; applied to what the spec selected.
  var path: JMESPath?
  /// Of `--tuple`.
  var labels: [String]?
  var isRequired = false

  /// Whether nothing is taken out of the result.
  var isWhole: Bool { path == nil && labels == nil }

  /// What the flags take from one element of a stream; a text as it is where they take nothing.
  func applied(toElement element: JSON, of endpoint: EndpointModel) throws(Failure) -> Outcome {
    if isRequired, path == nil, labels == nil, element.isNull { throw failure("an element of the result is null", endpoint, status: nil) }
    do throws(JSONError) {
      var value = element
      if let path { value = isRequired ? try path.require(in: value) : try path.select(value) }
      if let labels { return try TupleRows(labels, isRequired: isRequired).rows(of: value) }
      return value.asString.map { .text($0) } ?? .json(value)
    } catch {
      throw failure(message(error), endpoint, status: nil)
    }
  }

  func applied(to reply: Reply) throws(Failure) -> Outcome {
    guard path != nil || labels != nil else {
      if isRequired, reply.value.isNull { throw failure("the result is null", reply) }
      return Self.whole(reply)
    }
    switch reply.content {
    case .text, .bytes:
      var failure = failure("\(path == nil ? "--tuple" : "--select") requires JSON, but the response is \(Self.kind(reply))", reply)
      if reply.endpoint.policy.decode == nil, case .inferred = reply.endpoint.result {
        failure.hint = "if the body is JSON, add 'decode: json' to '\(reply.endpoint.name)' in the spec"
      }
      throw failure
    default: break
    }
    var value = reply.value
    do throws(JSONError) {
      if let path { value = isRequired ? try path.require(in: value) : try path.select(value) }
      if let labels { return try TupleRows(labels, isRequired: isRequired).rows(of: value) }
    } catch {
      throw failure(message(error), reply)
    }
    return .json(value)
  }

  private func message(_ error: JSONError) -> String {
    path.flatMap { labels == nil ? "--select '\($0.text)': \(error.message)" : nil } ?? error.message
  }

  private static func whole(_ reply: Reply) -> Outcome {
    switch reply.content {
    case .json, .headers: .json(reply.value)
    case .text: .text(reply.value.asString ?? "")
    case .bytes: .bytes(reply.body, type: reply.headers["content-type"] ?? "bytes")
    case .none: .none
    }
  }

  private static func kind(_ reply: Reply) -> String {
    let type = reply.headers["content-type"].map { String($0.prefix { $0 != ";" }) }
    return type ?? (reply.content == .text ? "text" : "bytes of unknown type")
  }

  private func failure(_ message: String, _ reply: Reply) -> Failure {
    failure(message, reply.endpoint, status: reply.status.code)
  }

  private func failure(_ message: String, _ endpoint: EndpointModel, status: Int?) -> Failure {
    var failure = Failure("selection", message, exit: ExitStatus.reply)
    failure.endpoint = endpoint.name
    failure.location = endpoint.range
    failure.status = status
    failure.attempts = 1
    return failure
  }
}
