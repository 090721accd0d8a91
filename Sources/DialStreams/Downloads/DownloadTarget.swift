import DialEngine
import DialLibc
import DialMessage
import DialModel
import DialPolicies
import HTTPTypes

enum DownloadTarget {
  /// A file, which is replaced when the new one is complete.
  case file(String)
  /// A folder; the file gets the name from the response or the URL.
  case folder(String)
  /// A device or a pipe, written directly.
  case device(String)

  /// Classifies the path. Throws if nothing can be written there.
  init(_ path: String) throws(TransportError) {
    if let kind = FileKind(path) {
      if kind.isFolder {
        try Self.check(folder: path, for: path)
        self = .folder(path.hasSuffix("/") ? path : path + "/")
      } else if kind.isRegular {
        // Write to the destination of a symbolic link, so the link stays one.
        let real = File.resolved(path) ?? path
        try Self.check(folder: Disk.folder(of: real), for: path)
        self = .file(real)
      } else {
        self = .device(path)
      }
    } else {
      guard !path.isEmpty, !path.hasSuffix("/") else { throw FileWriter.fault(path, "the folder does not exist") }
      try Self.check(folder: Disk.folder(of: path), for: path)
      self = .file(path)
    }
  }

  private static func check(folder: String, for path: String) throws(TransportError) {
    guard FileKind(folder)?.isFolder == true else { throw FileWriter.fault(path, "the folder '\(folder)' does not exist") }
    guard access(folder, W_OK | X_OK) == 0 else { throw FileWriter.fault(path, SystemReason.last) }
  }
}

/// The name of a file that is downloaded to a folder.
enum DownloadName {
  /// The limit of file systems, minus the longest suffix, `.part.json`.
  private static let maximum = 255 - ".part.json".utf8.count

  /// Returns the name from Content-Disposition, or the last segment of the requested URL, without unsafe characters; `download` if both are
  /// unusable or contain a secret.
  static func name(_ head: ReplyHead, _ request: PreparedRequest) -> String {
    let fields = head.headers[values: .contentDisposition]
    if fields.count == 1, let name = ContentDisposition.fileName(fields[0], limit: maximum), !isPart(name),
      !RedirectRules.isSecret(name, request.secrets)
    {
      return name
    }
    return segment(of: request).flatMap { ContentDisposition.safe($0, limit: maximum) }.flatMap { isPart($0) ? nil : $0 } ?? "download"
  }

  private static func isPart(_ name: String) -> Bool {
    let bytes = name.lowercased().utf8
    return [".part", ".part.json"].contains { bytes.suffix($0.utf8.count).elementsEqual($0.utf8) }
  }

  private static func segment(of request: PreparedRequest) -> String? {
    guard let path = AbsoluteURL(request.url)?.rest.prefix(while: { $0 != "?" && $0 != "#" }), !path.isEmpty else { return nil }
    let segment = String(path.split(separator: "/", omittingEmptySubsequences: false).last ?? "")
    let name = PercentEncoding.decode(segment)
    return RedirectRules.isSecret(segment, request.secrets) || RedirectRules.isSecret(name, request.secrets) ? nil : name
  }
}
