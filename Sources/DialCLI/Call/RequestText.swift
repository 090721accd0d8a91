import DialHTTP
import DialMessage
import HTTPTypes

/// A request as `-v` shows it: its line, its host and headers, and the beginning of its body.
struct RequestText {
  /// How much of a body is shown.
  static let maxBytes = 4096

  let request: PreparedRequest
  let secrets: Secrets
  /// Whether it goes over the network, which adds fields to it.
  var isSent = false

  var lines: [String] {
    var lines = ["\(request.method.rawValue) \(secrets.redact(url: request.url))"]
    let hasHost = request.headers.contains { $0.name.canonicalName == "host" }
    if isSent {
      lines += request.sentFields.map { "\($0.name): \(secrets.redact($0.value))" }
    } else {
      if !hasHost, let host = Self.authority(request.url) { lines.append("Host: \(host)") }
      lines += request.headers.map { "\($0.name.rawName): \(secrets.redact($0.value))" }
    }
    let body = body
    return body.isEmpty ? lines : lines + [""] + body
  }

  private var body: [String] {
    switch request.body {
    case .none: return []
    case .bytes(let bytes): return text(bytes)
    case .stream(let length, _, _):
      let size = length.map { " of \(ByteCount.text($0))" } ?? ""
      return ["(a body\(size)\(request.bodyFile?.pathOnDisk.map { " from '\($0)'" } ?? ""))"]
    }
  }

  private func text(_ bytes: [UInt8]) -> [String] {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return ["(a body of \(ByteCount.text(bytes.count)) that is not text)"]
    }
    let shown = secrets.redact(text)
    let start = String(shown.prefix(Self.maxBytes))
    let lines = start.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let rest = shown.utf8.count - start.utf8.count
    return rest > 0 ? lines + ["… and \(ByteCount.text(rest)) more"] : lines
  }

  /// The host of a URL as it is sent, with its port where it has one, and never with a user.
  private static func authority(_ url: String) -> String? {
    guard let mark = url.firstRange(of: "://") else { return nil }
    let authority = url[mark.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    return authority.split(separator: "@").last.map(String.init)
  }
}
