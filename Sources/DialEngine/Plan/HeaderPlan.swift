import DialModel
import HTTPTypes

/// The headers of an endpoint: those that are the same for every call, ready made, and the steps that write the rest.
struct HeaderPlan: Sendable {
  let steps: [HeaderStep]
  /// What the first `fixedCount` steps write, where nothing keeps them from it.
  let fixed: HTTPFields
  let fixedCount: Int

  init(_ steps: [HeaderStep]) {
    var builder = HeaderBuilder()
    var count = 0
    for step in steps {
      guard case .text(let target, let text) = step, let value = text.constant, builder.set(target, value) == nil else { break }
      count += 1
    }
    self.steps = steps
    fixed = builder.fields
    fixedCount = count
  }
}

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

/// What `auth` puts into a request, on the origin of the base only.
package enum CredentialStep: Sendable {
  /// A header, and the variables it is made of; one that an argument gave already stays.
  case header(HeaderTarget, String, variables: [String])
  /// An item of the query, encoded.
  case item(String)
  /// Why there is no credential; a call that gives the header itself needs none.
  case problems([Problem], header: String? = nil)
}
