/// The origin of an absent value: the last existing value, and the steps that found nothing.
final class Absence: Sendable {
  let origin: JSON?
  let steps: [JSONPath.Step]
  /// The reason, if it is not just a missing step (an invalid expression).
  let reason: JSONError?

  init(origin: JSON?, steps: [JSONPath.Step], reason: JSONError?) {
    self.origin = origin
    self.steps = steps
    self.reason = reason
  }

  func then(_ step: JSONPath.Step) -> Absence {
    Absence(origin: origin, steps: steps + [step], reason: reason)
  }

  /// The error that names the first missing step: `'list' is missing in 'data', which is a string`.
  var error: JSONError { error(at: origin?.place ?? JSONPath()) }

  /// Returns the error, given the path of the last existing value.
  func error(at place: JSONPath) -> JSONError {
    if let reason { return reason }
    let path = JSONPath(steps: place.steps + steps).text
    guard let origin, let first = steps.first else { return JSONError(.missing, "the value does not exist", path: path) }
    let name: String
    var holder: String?
    switch first {
    case .member(let member):
      name = member
      if origin.asKind != .object { holder = "is \(origin.asKind.noun)" }
    case .index:
      name = first.text
      if let count = origin.elementCount {
        holder = "has \(count) \(count == 1 ? "element" : "elements")"
      } else {
        holder = "is \(origin.asKind.noun)"
      }
    }
    var message = "'\(name)' is missing"
    if !place.steps.isEmpty { message += " in '\(place.text)'" }
    if let holder { message += place.steps.isEmpty ? ": the value \(holder)" : ", which \(holder)" }
    return JSONError(.missing, message, path: path)
  }
}

extension JSON.Kind {
  /// The kind with its article: `a string`, `an object`, `null`.
  package var noun: String {
    switch self {
    case .null, .absent: rawValue
    case .array, .object: "an " + rawValue
    case .bool, .number, .string: "a " + rawValue
    }
  }
}

extension JSON {
  /// The error of an absent value, which names the first missing step; nil for a value that is there.
  ///
  /// ```swift
  /// JSON.absence(of: json.data.list)?.message   // "'list' is missing in 'data'"
  /// ```
  public static func absence(of json: JSON) -> JSONError? {
    if case .absent(let absence) = json.storage { absence.error } else { nil }
  }

  var isAbsent: Bool {
    if case .absent = storage { true } else { false }
  }

  var isNothing: Bool { isNull || isAbsent }

  var orNull: JSON { isAbsent ? .null : self }

  /// The known path from the top of its document.
  var place: JSONPath {
    switch storage {
    case .node(let document, let node): document.path(to: node)
    case .absent(let absence): JSONPath(steps: (absence.origin?.place.steps ?? []) + absence.steps)
    default: JSONPath()
    }
  }
}
