import DialEngine
import DialMessage
import DialModel
import DialPolicies
import HTTPTypes

/// The name that a file gets in a folder of the caller's choice.
enum DownloadName {
  /// As long as file systems have it, with `.part.json` behind it.
  private static let maximum = 255 - ".part.json".utf8.count

  /// What Content-Disposition says, made harmless; else the last segment of the URL that was asked for, never that of a redirect, and
  /// never a secret; else `download`. What another download would take for its own part is no name.
  static func name(_ head: ReplyHead, _ request: PreparedRequest) -> String {
    let fields = head.headers[values: .contentDisposition]
    if fields.count == 1, let name = ContentDisposition.fileName(fields[0], limit: maximum), !isPart(name) { return name }
    return segment(of: request).flatMap { ContentDisposition.safe($0, limit: maximum) }.flatMap { isPart($0) ? nil : $0 } ?? "download"
  }

  private static func isPart(_ name: String) -> Bool {
    let bytes = name.lowercased().utf8
    return [".part", ".part.json"].contains { bytes.suffix($0.utf8.count).elementsEqual($0.utf8) }
  }

  private static func segment(of request: PreparedRequest) -> String? {
    let path = request.url.prefix { $0 != "?" && $0 != "#" }
    guard let scheme = path.firstRange(of: "://"), let start = path[scheme.upperBound...].firstIndex(of: "/") else { return nil }
    let segment = String(path[start...].split(separator: "/", omittingEmptySubsequences: false).last ?? "")
    let name = PercentEncoding.decode(segment)
    return RedirectRules.isSecret(segment, request.secrets) || RedirectRules.isSecret(name, request.secrets) ? nil : name
  }
}
