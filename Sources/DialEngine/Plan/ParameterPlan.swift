import DialJSON
package import DialModel

/// What is known of one argument before it is given: its default, what fits it, and how it is rewritten.
package final class ParameterPlan: Sendable {
  enum Standard: Sendable {
    case value(JSON)
    case text(FilledText)
    case generated(GeneratedWord)
  }

  package let model: ParameterModel
  let standard: Standard?
  let isRequired: Bool
  let isSecret: Bool
  /// The declared type without its `?`, names resolved.
  let shape: Shape
  /// The declared type of the items of a list, without its `?`.
  let itemShape: Shape?
  /// Whether a value that fits is taken as it is.
  private let isPlain: Bool
  private let check: ShapeCheck
  /// Renames members and writes dates; nil where no value would be changed.
  let rewrite: ShapeRewrite?

  init(_ model: ParameterModel, types: TypeTable, filler: inout TextFiller) {
    self.model = model
    isRequired = model.isRequired
    isSecret = filler.scope.service.isSecret(model)
    shape = types.resolve(model.shape.wrapped)
    if case .array(let item) = shape { itemShape = types.resolve(item.wrapped) } else { itemShape = nil }
    let rewrite = ShapeRewrite(types: types, dates: model.style.dates ?? .rfc3339, data: model.style.data ?? .base64)
    self.rewrite = rewrite.isNeeded(for: model.shape) ? rewrite : nil
    isPlain =
      !(model.isFlag || model.values != nil || isSecret || shape.takesRaw || itemShape?.takesRaw ?? false || self.rewrite != nil)
    check = ShapeCheck(types: types)
    switch model.defaultValue {
    case nil: standard = nil
    case .json(let json): standard = .value(json)
    case .generated(let word): standard = .generated(word)
    case .text(let text):
      // A default does not read the environment, wherever its parameter goes. What is secret in one that stays away from another origin
      // is withheld with it.
      let staysAway = [.query, .header, .cookie].contains(model.place)
      let whole = filler.fill(text, in: .structure)
      let filled = staysAway ? FilledText(whole.pieces, problems: whole.problems.filter(\.isMissing)) : whole
      // A variable is text; what the type makes of a text of the command line it makes of this one.
      standard = filled.constant.map { .value(ArgumentText(types: types).value($0, as: model.shape)) } ?? .text(filled)
    }
  }

  /// Whether a value is there that needs no second look.
  @inline(__always) func takes(_ value: ArgumentValue?) -> Bool {
    guard isPlain, case .json(let json)? = value else { return false }
    return !json.isNull && check.fits(json, shape)
  }
}

extension Shape {
  /// Whether a value is sent as bytes where it is a part or the whole body: a File, Data.
  var takesRaw: Bool {
    switch self {
    case .file, .data: true
    default: false
    }
  }
}
