import DialModel
import HTTPTypes

/// One step of writing the headers.
enum HeaderStep: Sendable {
  /// A header of the spec.
  case text(HeaderTarget, FilledText)
  /// A parameter, or a header of the spec that is one argument.
  case argument(Int?, HeaderTarget, argument: String)
  /// Headers that a call of an open endpoint passes by qualified name.
  case extras
  /// A dictionary, with one header per member.
  case spread(Int, ParameterModel)
  case cookies([Cookie])

  struct Cookie: Sendable {
    let slot: Int
    let name: String
    let wire: String
    /// Whether each member of a dictionary is a cookie; the name is the prefix of theirs.
    let isSpread: Bool
  }
}

/// A header with its name, which is validated once.
package final class HeaderTarget: Sendable {
  static let contentType = HeaderTarget("Content-Type", isSecret: false)

  /// The name as it was written.
  let wire: String
  /// The valid name; nil if `fault` is set.
  let name: HTTPField.Name?
  let fault: String?
  /// Whether it is omitted for another origin, because its value is a variable of the base.
  let isSecret: Bool
  /// Whether all its values are secret.
  let isSensitive: Bool

  init(_ wire: String, isSecret: Bool) {
    self.wire = wire
    self.isSecret = isSecret
    isSensitive = HeaderRules.isSensitive(wire)
    fault = HeaderBuilder.fault(ofName: wire)
    name = fault == nil ? HTTPField.Name(wire) : nil
  }
}

/// The credentials of `auth` in a request to the origin of the base.
package enum CredentialStep: Sendable {
  /// A header, unless an argument has set it.
  case header(HeaderTarget, String)
  /// An encoded query item.
  case item(String)
  case problems([Problem])
}
