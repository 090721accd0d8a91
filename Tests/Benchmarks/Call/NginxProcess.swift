import Foundation
import NIOCore

/// An nginx that gives every request the reply of ``BenchServer``, but for `/feed`: without TLS, and over HTTP/2 with a certificate of its
/// own.
final class NginxProcess {
  private let nginx = Process()
  private let folder: URL
  /// That of TLS and HTTP/2.
  let port: Int
  /// That without TLS.
  var plainPort: Int { port + 1 }
  /// The certificate, for 'localhost', signed by itself.
  var certificate: URL { folder.appending(path: "cert.pem") }

  /// nil where nginx, or openssl to make the certificate with, is not installed.
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

  /// Has the events in a file, which `/feed` gives from now on.
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

  /// Connections are kept for as long as the benchmark takes: by default nginx ends each after a thousand requests.
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
    // The threads that tasks run on hold signals back, and what they start does so too, but for this one.
    if nginx.isRunning { kill(nginx.processIdentifier, SIGKILL) }
    try? FileManager.default.removeItem(at: folder)
  }
}
