import DialModel
import DialSyntax

/// A parsed line, not yet combined with the other keys of its endpoint.
final class Signature {
  let method: String
  let methodRange: SourceRange
  let encoding: Encoding?
  let encodingRange: SourceRange?
  var target: TargetModel
  /// The parameters; nil without a list, so the endpoint is open.
  var parameters: [DeclaredParameter]?
  var selection: SelectionModel?
  var result: ResultModel?
  var failure: Shape?
  let range: SourceRange

  init(
    method: String, methodRange: SourceRange, encoding: Encoding? = nil, encodingRange: SourceRange? = nil, target: TargetModel,
    range: SourceRange
  ) {
    self.method = method
    self.methodRange = methodRange
    self.encoding = encoding
    self.encodingRange = encodingRange
    self.target = target
    self.range = range
  }

  /// Returns a placeholder for a line that could not be read, so that the other keys are checked.
  static func none(at range: SourceRange) -> Signature {
    let target = TargetModel(template: URITemplate(parts: []), text: "", range: range, isAbsolute: false)
    return Signature(method: "GET", methodRange: range, target: target, range: range)
  }
}
