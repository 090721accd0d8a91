import DialModel
import DialSyntax

/// A parameter with its keys read; what is missing is inferred later.
final class ParameterParts {
  let name: String
  private(set) var range: SourceRange
  private(set) var location: Place?
  /// Where `in` sets the location.
  let locationRange: SourceRange?
  private(set) var isOptional: Bool
  let isRequired: Bool
  let isNeeded: Bool
  private(set) var isSpread: Bool
  private(set) var isFlag: Bool
  private(set) var isRaw: Bool
  private(set) var shape: Shape
  let memberShape: Shape?
  /// Whether a type is declared, even if it is `JSON`.
  private(set) var isTyped: Bool
  private(set) var wire: String?
  private(set) var wireRange: SourceRange?
  private(set) var defaultValue: DefaultValue?
  private(set) var defaultRange: SourceRange?
  /// The rules that are not keys of `params`.
  private(set) var constraints: [Constraint]
  /// The keys of `params`; nil without any.
  let settings: ParameterSettings?

  init(_ declared: borrowing ParameterDeclaration, _ context: BuildContext) {
    (name, range, isOptional, isSpread, isFlag) = (
      declared.name, declared.range, declared.isOptional, declared.isSpread, declared.isFlag
    )
    (isRequired, isNeeded) = (declared.isRequired, declared.isNeeded)
    constraints = declared.constraints
    memberShape = declared.memberShape
    isTyped = declared.shape != nil
    shape = declared.shape.map { context.resolved($0.shape) } ?? .json
    if let uses = declared.shape?.uses, !uses.isEmpty { context.use(uses) }
    settings = declared.settings.isEmpty ? nil : ParameterSettings(declared.settings, of: declared, shape, context.findings)
    (location, locationRange) = (settings?.location?.value ?? declared.location, settings?.location?.range)
    isRaw = declared.isRaw || settings?.isRaw ?? false
    wire = settings?.wire?.name ?? declared.wire?.name
    wireRange = settings?.wire?.range ?? declared.wire?.range
    if let (value, range) = settings?.value {
      (defaultValue, defaultRange) = (value, range)
    } else if let (value, range) = declared.standard {
      (defaultValue, defaultRange) = (.json(value), range)
    } else if let (text, range) = declared.value {
      defaultValue = DefaultReader.read(text, shape: shape, name: name, at: range, context.findings)
      defaultRange = range
    }
  }

  /// Completes the declaration in `params` from the line.
  func refine(_ line: ParameterParts) {
    range = line.range
    location = location ?? line.location
    isOptional = isOptional || line.isOptional
    isSpread = isSpread || line.isSpread
    isFlag = isFlag || line.isFlag
    isRaw = isRaw || line.isRaw
    if case .json = shape, line.isTyped { (shape, isTyped) = (line.shape, true) }
    wire = wire ?? line.wire
    wireRange = wireRange ?? line.wireRange
    defaultValue = defaultValue ?? line.defaultValue
    defaultRange = defaultRange ?? line.defaultRange
    constraints += line.constraints
  }
}
