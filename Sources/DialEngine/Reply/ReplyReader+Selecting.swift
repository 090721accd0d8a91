package import DialJSON
package import DialMessage
import DialModel

extension ReplyReader {
  /// How JSON under another media type is read; nil where the spec says how to read the reply.
  private var decodeHint: String? { model.policy.decode == nil ? "if the body is JSON, add 'decode: json' to '\(model.name)'" : nil }

  /// What the `@` of the endpoint selects; the value itself where there is none.
  func select(_ value: JSON, isOptional: Bool, from response: Response, _ content: Reply.Content = .json) throws(CallError) -> JSON {
    guard let selection = model.selection else { return value }
    let found: JSON
    do throws(JSONError) {
      found = try selection.path.select(value)
    } catch {
      throw self.error(.selection, "cannot evaluate '@ \(selection.path.text)': \(error.message)")
    }
    if !found.isNull || isOptional { return found }
    guard content == .json else {
      let type = content == .none ? "empty" : response.mediaType?.essence ?? "of unknown media type"
      throw error(
        .selection, "'@ \(selection.path.text)' requires JSON, but the response is \(type)", hint: content == .none ? nil : decodeHint)
    }
    let step = selection.path.firstMissing(in: value) ?? selection.path.text
    throw error(
      .selection, "'@ \(selection.path.text)' selects nothing in the response: '\(step)' is missing or null",
      hint: "to allow null, make the result optional: '-> T?'")
  }
}

extension ReplyReader {
  /// A message of a web socket: JSON, what `@` selects of it, checked against the declared shape. A declared String takes text as it is.
  package func value(of message: SocketMessage) throws(CallError) -> JSON {
    let shape: Shape? = if case .shape(let shape) = model.result { shape } else { nil }
    if let text = message.asText, model.selection == nil, case .string? = plan.reply.target { return .string(text) }
    let bytes = message.utf8
    let value: JSON
    do throws(JSONError) {
      value = try JSON(parsing: bytes)
    } catch {
      throw noJSON(error, "the message", nil, bytes)
    }
    let selected = try select(value, isOptional: shape?.isOptional ?? false)
    guard let shape else { return selected }
    if let fault = plan.reply.check.fault(selected, shape, at: "") {
      throw error(.decoding, "the message does not match \(shape.spelling): \(fault.message.replacing("''", with: "the message"))")
    }
    return plan.reply.layout.map { JSONLayout.attach($0, to: selected) } ?? selected
  }

  private func select(_ value: JSON, isOptional: Bool) throws(CallError) -> JSON {
    guard let path = model.selection?.path else { return value }
    let found: JSON
    do throws(JSONError) {
      found = try path.select(value)
    } catch {
      throw self.error(.selection, "cannot evaluate '@ \(path.text)': \(error.message)")
    }
    if !found.isNull || isOptional { return found }
    throw error(
      .selection, "'@ \(path.text)' selects nothing in the message: '\(path.firstMissing(in: value) ?? path.text)' is missing or null",
      hint: "to allow null, make the result optional: '-> T?'")
  }
}
