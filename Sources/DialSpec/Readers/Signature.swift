import DialModel
import DialSyntax

/// A signature line, taken apart but not yet joined with the other keys of its endpoint.
final class Signature {
  let method: String
  let methodRange: SourceRange
  let encoding: Encoding?
  let encodingRange: SourceRange?
  var target: TargetModel
  /// nil where there is no list: the endpoint is open.
  var parameters: [DeclaredParameter]?
  /// The text of the list, and the offset of the bracket that closes it.
  var list: (text: ScalarText, end: Int)?
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

  /// Stands where a line could not be read, so that the other keys are checked all the same.
  static func none(at range: SourceRange) -> Signature {
    let target = TargetModel(template: URITemplate(parts: []), text: "", range: range, isAbsolute: false)
    return Signature(method: "GET", methodRange: range, target: target, range: range)
  }
}
