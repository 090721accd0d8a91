import DialModel
import DialSyntax

/// A parameter as declared in the line or in `params:`; missing properties are inferred later.
final class DeclaredParameter {
  let name: String
  var range: SourceRange
  var place: Place?
  var isOptional = false
  var isSpread = false
  var isFlag = false
  var isRaw = false
  var shape: Shape = .json { didSet { isTyped = true } }
  /// Whether a type is declared, even if it is `JSON`.
  private(set) var isTyped = false
  var wire: String?
  var wireRange: SourceRange?
  var defaultValue: DefaultValue?
  var defaultRange: SourceRange?
  var style = Style()
  var values: [Scalar] = []
  var isSecret = false
  var file = FileRules()
  /// The places of keys about files.
  var fileKeys: [(name: String, range: SourceRange)] = []
  var doc: String?
  var example: Node?

  init(name: String, range: SourceRange, place: Place? = nil, isRaw: Bool = false) {
    self.name = name
    self.range = range
    self.place = place
    self.isRaw = isRaw
  }
}

extension DeclaredParameter {
  /// Completes the declaration in `params:` from the line.
  func refine(_ line: DeclaredParameter) {
    range = line.range
    place = place ?? line.place
    isOptional = isOptional || line.isOptional
    isSpread = isSpread || line.isSpread
    isFlag = isFlag || line.isFlag
    isRaw = isRaw || line.isRaw
    if case .json = shape, line.isTyped { shape = line.shape }
    wire = wire ?? line.wire
    wireRange = wireRange ?? line.wireRange
    defaultValue = defaultValue ?? line.defaultValue
    defaultRange = defaultRange ?? line.defaultRange
  }
}
