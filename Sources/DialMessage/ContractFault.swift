/// One difference between a response and its declaration.
public struct ContractFault: Sendable, Hashable {
  /// The maximum number per response; a last one says that there are more.
  package static let limit = 100

  /// A JMESPath expression such as `list[1].name`, relative to the result (after `@`), or to the whole body for a repeated name. Empty
  /// for the whole.
  public var path: String
  /// What is wrong, in lowercase and without a full stop.
  public var message: String

  /// Creates a fault.
  public init(path: String, message: String) {
    self.path = path
    self.message = message
  }

  /// Returns a sentence about all faults, and one line for each if there are several.
  package static func lines(_ faults: [ContractFault], of what: String = "the response") -> [String] {
    if faults.count == 1 { return ["\(what) does not match the spec: \(faults[0].message)"] }
    let count = faults.count > limit ? "more than \(limit)" : "\(faults.count)"
    return ["\(what) does not match the spec in \(count) places"] + faults.map(\.message)
  }

  /// Returns the first hundred, and one that says that there are more.
  package static func limited(_ faults: [ContractFault]) -> [ContractFault] {
    if faults.count <= limit { return faults }
    return faults.prefix(limit) + [rest]
  }

  /// Represents the faults that are not listed.
  package static let rest = ContractFault(path: "", message: "only the first \(limit) places are listed")
}

extension Secrets {
  package func redact(_ faults: [ContractFault]) -> [ContractFault] {
    if faults.isEmpty || values.isEmpty { return faults }
    let mask = mask()
    return faults.map { ContractFault(path: mask.redact($0.path), message: mask.redact($0.message)) }
  }
}
