import DialModel

/// Where the wrapper of a property sends its argument.
package struct PlacedArgument: Sendable {
  let place: Place
  /// The name that is sent; nil for the name of the property.
  let name: String?
  let form: ComponentForm
  let file: FileRules

  init(_ component: some RequestComponent) {
    place = component.place.place
    name = component.name
    form = component.form
    file = FileRules(filename: component.filename, mimeType: component.mimeType)
  }
}
