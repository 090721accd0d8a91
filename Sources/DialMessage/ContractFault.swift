/// One way in which a reply is not what the spec declares.
public struct ContractFault: Sendable, Hashable {
  /// How many are told of one reply; another one says that there are more.
  package static let limit = 100

  /// Where: a path of JMESPath such as `list[1].name`, from the result (of what `@` selects), or from the whole body for a name that
  /// comes twice. Empty for the whole.
  public var path: String
  /// What is wrong there: lower case, no full stop.
  public var message: String

  /// A fault at a path.
  public init(path: String, message: String) {
    self.path = path
    self.message = message
  }

  /// A sentence about all faults of something, and each of them in a line of its own where they are several.
  package static func lines(_ faults: [ContractFault], of what: String = "the reply") -> [String] {
    if faults.count == 1 { return ["\(what) breaks its contract: \(faults[0].message)"] }
    let count = faults.count > limit ? "more than \(limit)" : "\(faults.count)"
    return ["\(what) breaks its contract in \(count) places"] + faults.map(\.message)
  }

  /// The first hundred, and that there are more.
  package static func limited(_ faults: [ContractFault]) -> [ContractFault] {
    if faults.count <= limit { return faults }
    return faults.prefix(limit) + [rest]
  }

  /// What stands for those that are not told.
  package static let rest = ContractFault(path: "", message: "there are more than these \(limit) faults")
}

extension Secrets {
  package func redact(_ faults: [ContractFault]) -> [ContractFault] {
    if faults.isEmpty || values.isEmpty { return faults }
    let mask = mask()
    return faults.map { ContractFault(path: mask.redact($0.path), message: mask.redact($0.message)) }
  }
}
