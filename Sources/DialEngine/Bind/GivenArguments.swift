import DialJSON
import DialModel

/// The arguments of one call, each with the parameter that takes it.
struct GivenArguments: Sendable {
  /// Values by slot of the plan's parameters.
  var slots: [ArgumentValue?]
  /// Arguments of an open endpoint that no parameter names, in the caller's order.
  var extras: [Extra] = []
  /// The whole body of an open endpoint.
  var openBody: ArgumentValue?
  /// What wrappers say of the parts that they are, by slot.
  var files: [Int: FileRules] = [:]
  /// Slots of secrets that do not go to another origin.
  var withheld: [Int] = []

  struct Extra: Sendable {
    var name: String
    var place: Place
    var value: ArgumentValue
    /// Whether the name is that of the wire, which no style changes.
    var isVerbatim = false
    /// Whether it is a key of the query without a value.
    var isFlag = false
    var file = FileRules()
  }

  init(count: Int) { slots = Array(repeating: nil, count: count) }

  /// The value in a slot as JSON has it; nil where it is absent, or a file.
  @inline(__always) func value(_ slot: Int?) -> JSON? {
    guard let slot else { return Optional<JSON>.none }
    // Nearly every value is one: of these the whole argument is not copied.
    if case .json(let json)? = slots[slot] { return json }
    return slots[slot]?.json
  }

  /// Whether there is an argument in a slot.
  @inline(__always) func isGiven(_ slot: Int) -> Bool {
    if case .none = slots[slot] { false } else { true }
  }
}
