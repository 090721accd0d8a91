import DialMessage
import DialModel
import NIOSSL

/// A PEM file with certificates or a key (RFC 7468). Errors contain the name as it was passed.
struct PEMFile {
  private static let maxBytes: Int64 = 16 << 20
  private let name: String
  private let path: String

  init(_ path: String) {
    name = path
    self.path = path
  }

  /// Creates a file of a spec. Throws if it must not be read.
  init(_ file: TLSModel.NamedFile) throws {
    guard let path = file.path else {
      throw TransportError(.io, "'\(file.name)' in 'tls' cannot be read, because the spec is not trusted or was not loaded from a file")
    }
    if let fault = File.fault(ofNamed: path, below: file.folder) {
      throw TransportError(.io, "'\(file.name)' in 'tls' cannot be read: \(fault)")
    }
    name = file.name
    self.path = path
  }

  func certificates(_ what: String, _ culprit: FailureCause) throws -> [NIOSSLCertificate] {
    let bytes = try bytes(what, culprit)
    guard let found = try? NIOSSLCertificate.fromPEMBytes(bytes), !found.isEmpty else {
      throw fault(what, "is not valid PEM", culprit)
    }
    return found
  }

  func key(_ what: String) throws -> NIOSSLPrivateKey {
    let bytes = try bytes(what, .keyFile)
    guard bytes.firstRange(of: Array("ENCRYPTED".utf8)) == nil else {
      throw fault(what, "is encrypted, which is not supported; use a key without a password", .keyFile)
    }
    guard let key = try? NIOSSLPrivateKey(bytes: bytes, format: .pem) else { throw fault(what, "is not valid PEM", .keyFile) }
    return key
  }

  private func bytes(_ what: String, _ culprit: FailureCause) throws -> [UInt8] {
    switch File(path).contents(upTo: Self.maxBytes) {
    case .success(let bytes): return bytes
    case .failure(let error): throw fault(what, "cannot be read: \(error.reason)", culprit)
    }
  }

  private func fault(_ what: String, _ why: String, _ culprit: FailureCause) -> TransportError {
    TransportError(.io, "\(what) in '\(name)' \(why)").about(culprit)
  }
}
