import DialJSON
import DialMessage
import DialModel

extension ReplyReader {
  /// How JSON under another media type is read; nil where the spec says how to read the reply.
  private var decodeHint: String? { model.policy.decode == nil ? "if the body is JSON, write 'decode: json' at '\(model.name)'" : nil }

  /// What the `@` of the endpoint selects; the value itself where there is none.
  func select(_ value: JSON, isOptional: Bool, from response: Response, _ content: Reply.Content = .json) throws(CallError) -> JSON {
    guard let selection = model.selection else { return value }
    let found: JSON
    do throws(JSONError) {
      found = try selection.path.select(value)
    } catch {
      throw self.error(.selection, "'@ \(selection.path.text)' fails: \(error.message)")
    }
    if !found.isNull || isOptional { return found }
    guard content == .json else {
      let type = content == .none ? "empty" : response.mediaType?.essence ?? "of no media type"
      throw error(
        .selection, "'@ \(selection.path.text)' needs JSON, and the reply is \(type)", hint: content == .none ? nil : decodeHint)
    }
    let step = selection.path.firstMissing(in: value) ?? selection.path.text
    throw error(
      .selection, "'@ \(selection.path.text)' finds nothing in the reply: '\(step)' is missing or null",
      hint: "an optional result, '-> T?', gives null instead")
  }
}
