import DialSyntax

/// The same endpoint as some calls use it: with another media type of the body, with a stream as its result, or as a response of some
/// status is read.
package struct EndpointVariant: Sendable {
  /// What chooses the variant.
  package enum Choice: Sendable, Hashable {
    /// The media type of the body, which can be a range such as `image/*`.
    case mediaType(String)
    /// An argument that is true, and whether it is without a value.
    case argument(String, isDefault: Bool)
    /// The status of the response, a class such as `4xx`, or `default`.
    case status(String)

    package var mediaType: String? { if case .mediaType(let type) = self { type } else { nil } }
    package var argument: String? { if case .argument(let name, _) = self { name } else { nil } }
    package var status: String? { if case .status(let status) = self { status } else { nil } }
  }

  package let choice: Choice
  package let model: EndpointModel

  package init(_ choice: Choice, _ model: EndpointModel) { (self.choice, self.model) = (choice, model) }
}

extension EndpointModel {
  /// The media types of the body, the usual one first; empty if the spec does not declare them.
  package var mediaTypes: [String] { mediaType.map { ([$0] + variants.compactMap(\.choice.mediaType)).distinct() } ?? [] }

  /// Returns the variant that reads a response of a status; nil if the status does not matter.
  package func reading(_ status: Int) -> EndpointVariant? {
    if variants.isEmpty { return nil }
    let key = DeclaredResponses.key(for: status, among: variants.compactMap(\.choice.status))
    return key.flatMap { key in variants.first { $0.choice == .status(key) } }
  }

  /// The stream that calls with an argument return; nil if none does.
  package var stream: (argument: String, model: EndpointModel)? {
    for variant in variants { if case .argument(let name, _) = variant.choice { return (name, variant.model) } }
    return nil
  }
}

extension MediaType {
  /// Whether a media type is one of a range: `image/png` of `image/*`. Parameters of the range must be equal.
  package func isCovered(by range: MediaType) -> Bool {
    guard range.type == "*" || range.type == type, range.subtype == "*" || range.subtype == subtype else { return false }
    return range.parameters.allSatisfy { self[$0.name] == $0.value }
  }
}
