import DialJSON
import DialMessage
package import DialModel
import DialSyntax
import Synchronization

/// The plans of an endpoint with other media types of its body, or as a stream, each made for its first call.
final class VariantPlans: Sendable {
  private let plans = Mutex<[ObjectIdentifier: EndpointPlan]>([:])

  func plan(_ variant: EndpointVariant, _ make: (EndpointModel) -> EndpointPlan) -> EndpointPlan {
    let key = ObjectIdentifier(variant.model)
    if let plan = plans.withLock({ $0[key] }) { return plan }
    let made = make(variant.model)
    return plans.withLock { $0.value(key) { made } }
  }
}

extension EndpointPlan {
  /// Returns the plan for the media type that a call chooses, and for a stream if one of its arguments asks for it.
  func chosen(_ arguments: Arguments, _ options: inout CallOptions) throws(CallError) -> EndpointPlan {
    var plan = self
    if let type = options.contentType ?? fileType(arguments) { plan = try plan.sending(type, &options) }
    for variant in plan.model.variants {
      guard case .argument(let name, let isDefault) = variant.choice else { continue }
      return plan.isTrue(name, arguments) ?? isDefault ? plan.planned(variant) : plan
    }
    return plan
  }

  /// The type of a file that is the whole body, if the endpoint declares it.
  private func fileType(_ arguments: Arguments) -> String? {
    guard model.mediaTypes.count > 1 else { return nil }
    let name = model.parameters.first { $0.place == .body }?.name
    guard case .file(let file)? = arguments.items.last(where: { $0.name == "_" || $0.name == name })?.value else { return nil }
    let type = MediaType(file.mimeType ?? file.inferredType)?.essence
    // What no extension tells can be any type.
    guard let type, file.mimeType != nil || type != "application/octet-stream" else { return nil }
    return model.mediaTypes.first { MediaType($0)?.essence == type }
  }

  private func sending(_ text: String, _ options: inout CallOptions) throws(CallError) -> EndpointPlan {
    let declared = model.mediaTypes
    guard let type = MediaType(text), !text.contains("*") else {
      throw CallError(.arguments, "'\(text.excerpt)' is not a media type; write a type such as application/json", of: model)
    }
    guard let found = model.sending(type, text) else {
      let list = declared.map { "'\($0)'" }.joined(separator: ", ")
      let what =
        declared.isEmpty
        ? "'\(model.name)' declares no media type of a body"
        : "'\(model.name)' does not declare a body of type '\(text.excerpt)'; declared: \(list)"
      throw CallError(.arguments, what, of: model, hint: "to send another type, set the header 'Content-Type'")
    }
    let isHeaderGiven = options.headers.contains { HeaderRules.isSame($0.0, "Content-Type") }
    if found.declared.contains("*"), !isHeaderGiven { options.headers.append(("Content-Type", text)) }
    return found.variant.map(planned) ?? self
  }

  /// The value of a Boolean argument, or of a member of the whole body; nil if it has none.
  private func isTrue(_ name: String, _ arguments: Arguments) -> Bool? {
    let names = [name] + Place.written.map { "\($0.rawValue).\(name)" } + ["body.\(name)"]
    func flag(_ value: JSON) -> Bool? { value.asBool ?? value.asString.flatMap { Bool($0) } }
    for item in arguments.items.reversed() {
      guard let value = item.value.json else { continue }
      if names.contains(item.name) { return flag(value) }
      if item.name == "_", let member = value.asObject?.first(where: { $0.name == name }) { return flag(member.value) }
    }
    return nil
  }
}

extension EndpointModel {
  /// Returns the endpoint as it sends a body of a media type; itself if no such type is declared.
  package func sending(_ text: String) -> EndpointModel {
    MediaType(text).flatMap { sending($0, text) }?.variant?.model ?? self
  }

  /// Returns the declared type for a media type, and the variant that sends it; nil for the usual one.
  fileprivate func sending(_ type: MediaType, _ text: String) -> (declared: String, variant: EndpointVariant?)? {
    let known = mediaTypes.map { (text: $0, type: MediaType($0)) }
    // The same text first, then the same type with other parameters, then the narrowest range.
    let ranges = known.indices.filter { known[$0].type.map { type.isCovered(by: $0) } ?? false }
    let index =
      known.firstIndex { $0.text == text } ?? known.firstIndex { $0.type?.essence == type.essence }
      ?? ranges.first { known[$0].type?.type != "*" } ?? ranges.first
    guard let index else { return nil }
    let declared = known[index].text
    let fitting = variants.filter { $0.choice == .mediaType(declared) }
    // Nothing is known of a range, so the chosen type says how the body is made.
    if index == 0, fitting.isEmpty || type.isJSON || !declared.contains("*") { return (declared, nil) }
    return (declared, fitting.first { ($0.model.encoding == .json) == type.isJSON } ?? fitting.first)
  }
}
