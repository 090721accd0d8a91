import Dial

/// The certificates that servers are checked with.
package enum TrustCheck {
  /// The files and folders in which TLS looks for authorities on Linux, the first that exists.
  package static let files = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt"]
  package static let folder = "/etc/ssl/certs"

  /// - Parameter usesKeychain: whether the system itself checks certificates, as on macOS.
  package static func check(_ files: [String] = files, folder: String = folder, usesKeychain: Bool = isDarwin) -> Check {
    let name = "certificates"
    if usesKeychain { return .ok(name, "the keychain of the system") }
    guard let file = files.first(where: { FileKind($0)?.isFolder == false }) else {
      let count = CacheFolder.names(in: folder).filter { $0.hasSuffix(".0") || $0.hasSuffix(".pem") }.count
      if count > 0 { return .ok(name, "\(count) files in '\(folder)'") }
      return .problem(name, "no trusted certificates found in '\(files[0])' or '\(folder)'", .authorities)
    }
    guard let count = HTTPTransport.certificates(in: file), count > 0 else {
      return .problem(name, "'\(file)' cannot be read, or contains no certificates", .authorities)
    }
    return .ok(name, "\(count) authorities in '\(file)'")
  }

  package static var isDarwin: Bool {
    #if canImport(Darwin)
      true
    #else
      false
    #endif
  }
}
