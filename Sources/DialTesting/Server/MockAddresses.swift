import DialModel
import HTTPTypes

/// Rewrites addresses in the head of a response: those of the service lead to the server.
struct MockAddresses: Sendable {
  /// The headers with an address; the last two are those of jobs.
  private static let fields: Set = ["location", "content-location", "operation-location", "azure-asyncoperation"]

  /// The base of the service without a trailing slash; nil if unknown.
  let service: String?
  /// The base of the server.
  let server: String

  init(service: String?, server: String) {
    self.service = service.map { String($0.reversed().drop { $0 == "/" }.reversed()) }
    self.server = server
  }

  func value(_ field: HTTPField) -> String {
    switch field.name.canonicalName {
    case let name where Self.fields.contains(name): below(field.value) ?? field.value
    case "link": link(field.value)
    default: field.value
    }
  }

  /// Rewrites a header of a mock, which can name the target of an endpoint without the path of the base, as the spec does.
  func value(_ field: HTTPField, _ router: MockRouter) -> String {
    guard Self.fields.contains(field.name.canonicalName) else { return value(field) }
    if let address = below(field.value) { return address }
    let path = atOrigin(field.value) ?? field.value
    guard path.hasPrefix("/"), !path.hasPrefix("//") else { return field.value }
    return router.prefix.isEmpty || router.hasPath(path) || !router.hasPath(router.prefix + path) ? path : router.prefix + path
  }

  /// Rewrites an address below the base of the service.
  private func below(_ url: String) -> String? {
    guard let service, !service.isEmpty, url.hasPrefix(service) else { return nil }
    let rest = url.dropFirst(service.count)
    return rest.isEmpty || rest.first == "/" || rest.first == "?" ? server + rest : nil
  }

  /// Returns the path of an address at the origin of the service.
  private func atOrigin(_ url: String) -> String? {
    guard let service, let origin = Origin(service), Origin(url) == origin, let mark = url.firstRange(of: "://") else { return nil }
    return url[mark.upperBound...].firstIndex(of: "/").map { String(url[$0...]) }
  }

  private func link(_ value: String) -> String {
    guard let service, !service.isEmpty else { return value }
    return ["/", "?", ">"].reduce(value) { $0.replacing("<\(service)\($1)", with: "<\(server)\($1)") }
  }
}
