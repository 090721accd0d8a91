import DialJSON
package import DialModel

/// Everything that is known about an argument in advance: its default, its checks, and how it is rewritten.
package final class ParameterPlan: Sendable {
  enum Standard: Sendable {
    case value(JSON)
    case text(FilledText)
    /// A value that is generated once per call.
    case uuid, now
  }

  package let model: ParameterModel
  let standard: Standard?
  let isRequired: Bool
  let isSecret: Bool
  /// The declared type without `?` and with resolved names.
  let shape: Shape
  /// The declared type of the items of an array, without `?`.
  let itemShape: Shape?
  /// Whether a value that fits is used unchanged.
  private let isPlain: Bool
  private let check: ShapeCheck
  /// Renames members and formats dates; nil if nothing would change.
  let rewrite: ShapeRewrite?

  init(_ model: ParameterModel, types: TypeTable, filler: inout TextFiller) {
    self.model = model
    isRequired = model.isRequired
    isSecret = filler.scope.service.isSecret(model)
    shape = types.resolve(model.shape.wrapped)
    if case .array(let item) = shape { itemShape = types.resolve(item.wrapped) } else { itemShape = nil }
    let rewrite = ShapeRewrite(types: types, dates: model.style.dates ?? .rfc3339)
    self.rewrite = rewrite.isNeeded(for: model.shape) ? rewrite : nil
    isPlain =
      !(model.isFlag || model.values != nil || isSecret || shape.takesRaw || itemShape?.takesRaw ?? false || self.rewrite != nil)
    check = ShapeCheck(types: types)
    switch model.defaultValue {
    case nil: standard = nil
    case .json(let json): standard = .value(json)
    case .uuid: standard = .uuid
    case .now: standard = .now
    case .text(let text):
      // A default does not read the environment, wherever its parameter goes. What is secret in one that stays away from another origin
      // is withheld with it.
      let staysAway = [.query, .header, .cookie].contains(model.place)
      let whole = filler.fill(text, in: .structure)
      let filled = staysAway ? FilledText(whole.pieces, problems: whole.problems.filter(\.isMissing)) : whole
      // A variable is text, and is converted as a text of the command line.
      standard = filled.constant.map { .value(ArgumentText(types: types).value($0, as: model.shape)) } ?? .text(filled)
    }
  }

  /// Whether a value needs no further checks.
  @inline(__always) func takes(_ value: ArgumentValue) -> Bool {
    guard isPlain, case .json(let json) = value else { return false }
    return !json.isNull && check.fits(json, shape)
  }
}

extension Shape {
  /// Whether a value is sent as bytes in a part or as the whole body: a File or Data.
  var takesRaw: Bool {
    switch self {
    case .file, .data: true
    default: false
    }
  }
}
