import Dial
import DialConsole

extension ServiceFlags {
  /// Returns a spec with the server of `--server` as its base.
  func chosen(_ spec: Spec) throws(Failure) -> Spec {
    guard let server else { return spec }
    if base != nil { throw .usage("--server conflicts with --base") }
    let servers = spec.service.servers
    if let number = Int(server), servers.indices.contains(number - 1) { return spec.served(by: servers[number - 1]) }
    if let named = servers.first(where: { $0.name == server }) { return spec.served(by: named) }
    guard !servers.isEmpty else { throw .usage("--server requires a document with servers; to call another server, use --base URL") }
    let known = servers.enumerated().map { $1.name.map { "'\($0.excerpt)'" } ?? "\($0 + 1)" }.joined(separator: ", ")
    throw .usage("unknown server '\(server.excerpt)'; available: \(known)")
  }
}
