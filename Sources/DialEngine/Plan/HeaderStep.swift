import DialModel
import HTTPTypes

/// One step of writing the headers.
enum HeaderStep: Sendable {
  /// A header of the spec.
  case text(HeaderTarget, FilledText)
  /// A parameter, or a header of the spec that is one argument.
  case argument(Int?, HeaderTarget, argument: String)
  /// Headers that an open call gives by their qualified names.
  case extras
  /// A dictionary, one header a member.
  case spread(Int, ParameterModel)
  case cookies([Cookie])

  struct Cookie: Sendable {
    let slot: Int
    let name: String
    let wire: String
    /// A dictionary, of which each member is a cookie; the wire name is the prefix of their names.
    let isSpread: Bool
  }
}

/// A header by its name, which is checked once.
package final class HeaderTarget: Sendable {
  static let contentType = HeaderTarget("Content-Type", isSecret: false)

  /// As it was written.
  let wire: String
  /// nil where `fault` says why.
  let name: HTTPField.Name?
  let fault: String?
  /// Left out on another origin, where its value is a variable of the base.
  let isSecret: Bool
  /// Whether every value of it may not be shown.
  let isSensitive: Bool

  init(_ wire: String, isSecret: Bool) {
    self.wire = wire
    self.isSecret = isSecret
    isSensitive = HeaderRules.isSensitive(wire)
    fault = HeaderBuilder.fault(ofName: wire)
    name = fault == nil ? HTTPField.Name(wire) : nil
  }
}

/// What `auth` puts into a request, on the origin of the base only.
package enum CredentialStep: Sendable {
  /// A header, and the variables it is made of; one that an argument gave already stays.
  case header(HeaderTarget, String, variables: [String])
  /// An item of the query, encoded.
  case item(String)
  case problems([Problem])
}
