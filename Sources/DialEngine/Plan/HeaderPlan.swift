import DialModel
import HTTPTypes

/// The headers of an endpoint: constant ones, and steps that write the others.
struct HeaderPlan: Sendable {
  let steps: [HeaderStep]
  /// The result of the first `fixedCount` steps, if nothing prevents them.
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

/// The credentials of `auth` in a request to the origin of the base.
package enum CredentialStep: Sendable {
  /// A header, unless an argument has set it.
  case header(HeaderTarget, String)
  /// An encoded query item.
  case item(String)
  case problems([Problem])
}
