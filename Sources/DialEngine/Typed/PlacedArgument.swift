import DialModel

/// Where the wrapper of a request's property puts its argument.
package struct PlacedArgument: Sendable {
  let place: Place
  /// On the wire; nil for the name of the property.
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
