import Foundation

/// One call of the command, from start to end, compared with curl. The spec is read each time.
struct OnceSuite {
  private let table: Table

  init(_ table: Table) {
    self.table = table
  }

  func run() throws {
    let names = ["GET over http", "GET over https, one certificate trusted", "GET over https, those of the system trusted"]
    guard names.contains(where: { table.wants("once", $0) }) else { return }
    guard let nginx = try NginxProcess() else { return print("bench: without nginx, and so without calls next to curl") }
    let folder = FileManager.default.temporaryDirectory.appending(path: "dial-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try compare(names[0], "http://127.0.0.1:\(nginx.plainPort)", folder, trusted: nil)
    let secure = "https://localhost:\(nginx.port)"
    try compare(names[1], secure, folder, trusted: nginx.certificate)
    guard let roots = try Self.roots(nginx.certificate, folder) else { return print("bench: the certificates of the system are not found") }
    try compare(names[2], secure, folder, trusted: roots)
    withExtendedLifetime(nginx) {}
  }

  /// Returns the certificates that the system trusts, and that of the server.
  private static func roots(_ own: URL, _ folder: URL) throws -> URL? {
    let places = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"]
    guard let place = places.first(where: FileManager.default.isReadableFile) else { return nil }
    let all = folder.appending(path: "roots.pem")
    try (Data(contentsOf: URL(fileURLWithPath: place)) + Data(contentsOf: own)).write(to: all)
    return all
  }

  private func compare(_ name: String, _ base: String, _ folder: URL, trusted: URL?) throws {
    let spec = folder.appending(path: "users.yaml")
    try Data("service: users\nbase: \(base)\nendpoints: {getUser: 'GET /users/{id} (id Int)'}\n".utf8).write(to: spec)
    let trust = trusted.map { ["--cacert", $0.path] } ?? []
    try table.compare(
      "once", name, [Command.dial, "call", spec.path, "getUser", "id=7"] + trust, against: "`curl`",
      ["curl", "-sS"] + trust + ["\(base)/users/7"])
  }
}
