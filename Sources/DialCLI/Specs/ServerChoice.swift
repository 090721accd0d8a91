import Dial
import DialConsole

extension ServiceFlags {
  /// Returns a spec with the server of `--server` as its base.
  func chosen(_ spec: Spec) throws(Failure) -> Spec {
    guard let server else { return spec }
    if base != nil { throw .usage("--server conflicts with --base") }
    let servers = spec.service.servers
    if let numbered = servers.first(where: { "\($0.number)" == server }) { return spec.served(by: numbered) }
    if let named = servers.first(where: { $0.name == server }) { return spec.served(by: named) }
    guard !servers.isEmpty else { throw .usage("--server requires a document with servers; to call another server, use --base URL") }
    let known = servers.map { server in server.name.map { "'\($0.excerpt)'" } ?? "\(server.number)" }.joined(separator: ", ")
    throw .usage("unknown server '\(server.excerpt)'; available: \(known)")
  }
}
