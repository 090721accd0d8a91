import DialEngine
import DialMessage
import DialModel
import DialPolicies
import HTTPTypes

/// The name of a file that is downloaded to a folder.
enum DownloadName {
  /// The limit of file systems, minus the longest suffix, `.part.json`.
  private static let maximum = 255 - ".part.json".utf8.count

  /// Returns the name from Content-Disposition without unsafe characters, or the last segment of the requested URL, or `download`. It
  /// never uses the URL of a redirect or a secret, nor a name that another download would take for its own part.
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
