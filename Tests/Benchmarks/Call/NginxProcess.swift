import Foundation
import NIOCore

/// An nginx that responds like ``BenchServer``, and to `/feed`: without TLS, and with HTTP/2 and its own certificate.
final class NginxProcess {
  private let nginx = Process()
  private let folder: URL
  let port: Int
  var plainPort: Int { port + 1 }
  var certificate: URL { folder.appending(path: "cert.pem") }

  /// Returns nil if nginx or openssl, which creates the certificate, is not installed.
  init?() throws {
    let (command, openssl) = ("/usr/sbin/nginx", "/usr/bin/openssl")
    guard [command, openssl].allSatisfy(FileManager.default.isExecutableFile) else { return nil }
    folder = FileManager.default.temporaryDirectory.appending(path: "dial-bench-\(UUID().uuidString)")
    port = Int.random(in: 20_000..<30_000)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let name = "-subj /CN=localhost -addext subjectAltName=DNS:localhost"
    let key = "req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 \(name)"
    let maker = try Self.start(Process(), openssl, key.split(separator: " ").map(String.init), folder)
    maker.waitUntilExit()
    try Data(Self.configuration(port).utf8).write(to: folder.appending(path: "nginx.conf"))
    _ = try Self.start(nginx, command, ["-p", folder.path, "-c", "nginx.conf"], folder)
    Thread.sleep(forTimeInterval: 1)
    guard nginx.isRunning else { throw PeerError(description: "nginx does not start; is port \(port) free?") }
  }

  /// Writes the events to a file, which `/feed` returns.
  func feed(_ events: BenchStream.Events) throws {
    let file = folder.appending(path: "feed")
    try Data().write(to: file)
    let handle = try FileHandle(forWritingTo: file)
    let piece = Data(events.piece.readableBytesView)
    for _ in 0..<events.pieces { try handle.write(contentsOf: piece) }
    try handle.close()
  }

  private static func start(_ process: Process, _ path: String, _ arguments: [String], _ folder: URL) throws -> Process {
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  /// Connections have no maximum number of requests; the default of nginx is a thousand.
  private static func configuration(_ port: Int) -> String {
    let kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    return """
      daemon off; master_process off; pid nginx.pid; error_log stderr;
      events {}
      http {
        \(kinds.map { "\($0)_temp_path \($0);" }.joined(separator: " "))
        access_log off; keepalive_requests 1000000000;
        server {
          listen 127.0.0.1:\(port) ssl http2;
          listen 127.0.0.1:\(port + 1);
          ssl_certificate cert.pem; ssl_certificate_key key.pem;
          default_type application/json;
          location = /feed { root .; types { } default_type text/event-stream; sendfile on; }
          location / { return 200 '\(BenchServer.body)'; }
        }
      }

      """
  }

  deinit {
    // SIGKILL, because threads of tasks block other signals, and child processes inherit that.
    if nginx.isRunning { kill(nginx.processIdentifier, SIGKILL) }
    try? FileManager.default.removeItem(at: folder)
  }
}
