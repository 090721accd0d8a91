import DialJSON
import DialModel

/// The arguments of one call with their parameters.
struct GivenArguments: Sendable {
  /// The values by slot of the parameters.
  var slots: [ArgumentValue?] = []
  /// The arguments of an open endpoint without a parameter, in order.
  var extras: [Extra] = []
  /// The whole body of an open endpoint.
  var openBody: ArgumentValue?
  /// The properties of parts that wrappers set, by slot.
  var files: [Int: FileRules] = [:]
  /// The slots of secrets that are not sent to another origin.
  var withheld: [Int] = []

  struct Extra: Sendable {
    var name: String
    var place: Place
    var value: ArgumentValue
    /// Whether the name is sent as it is, without a style.
    var isVerbatim = false
    /// Whether it is a query key without a value.
    var isFlag = false
    var file = FileRules()
  }

  init() {}

  init(count: Int) { slots = Array(repeating: nil, count: count) }

  /// Returns the value of a slot as JSON; nil if it is absent or a file.
  @inline(__always) func value(_ slot: Int?) -> JSON? {
    guard let slot else { return Optional<JSON>.none }
    return slots[slot]?.json
  }
}
