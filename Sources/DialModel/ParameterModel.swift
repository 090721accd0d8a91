package import DialJSON
package import DialSyntax

/// One parameter of an endpoint with its location. Immutable and shared.
package final class ParameterModel: Sendable {
  package let name: String
  package let place: Place
  package let wire: String
  package let shape: Shape
  /// Whether the spec says the type, even if it is `JSON`.
  package let isTyped: Bool
  package let isSpread: Bool
  package let isFlag: Bool
  package let isRaw: Bool
  package let isRequired: Bool
  package let defaultValue: DefaultValue?
  package let style: Style
  package let values: [JSON]?
  package let isSecret: Bool
  package let file: FileRules
  package let doc: String?
  package let example: JSON?
  package let range: SourceRange
  /// The place of `as` and of the default, if they are declared.
  package let wireRange: SourceRange?
  package let defaultRange: SourceRange?

  package init(
    name: String, place: Place, wire: String, shape: Shape, isTyped: Bool = false, isSpread: Bool, isFlag: Bool, isRaw: Bool,
    isRequired: Bool,
    defaultValue: DefaultValue? = nil, style: Style, values: [JSON]? = nil, isSecret: Bool, file: FileRules, doc: String? = nil,
    example: JSON? = nil, range: SourceRange, wireRange: SourceRange? = nil, defaultRange: SourceRange? = nil
  ) {
    self.name = name
    self.place = place
    self.wire = wire
    self.shape = shape
    self.isTyped = isTyped
    self.isSpread = isSpread
    self.isFlag = isFlag
    self.isRaw = isRaw
    self.isRequired = isRequired
    self.defaultValue = defaultValue
    self.style = style
    self.values = values
    self.isSecret = isSecret
    self.file = file
    self.doc = doc
    self.example = example
    self.range = range
    self.wireRange = wireRange
    self.defaultRange = defaultRange
  }

  /// The name with its location, for an ambiguous argument: `query.id`.
  package var qualifiedName: String { "\(place.rawValue).\(name)" }
}
