package import DialMessage
import DialModel
import NIOCore
import NIOPosix
import NIOSSL

/// What a connection with TLS says about itself.
package struct ConnectionFacts: Sendable {
  /// `TLS 1.3`; nil without TLS.
  package let version: String?
  /// The names of the certificate.
  package let names: [String]
  /// When the certificate ends, in seconds since 1970; nil without TLS.
  package let end: Int64?

  fileprivate init(_ version: TLSVersion?, _ leaf: NIOSSLCertificate?) {
    self.version = version.map { version in
      switch version {
      case .tlsv13: "TLS 1.3"
      case .tlsv12: "TLS 1.2"
      default: "an old version of TLS"
      }
    }
    names = leaf.map { CertificateNames($0).all } ?? []
    end = leaf.map { Int64($0.notValidAfter) }
  }
}

extension HTTPTransport {
  /// Opens a connection for a request, as a call would, and closes it. Returns nil if that fails, which sending the request explains.
  package func inspect(_ request: PreparedRequest) async -> ConnectionFacts? {
    guard let (_, destination) = try? core.destination(of: request) else { return nil }
    let timeout = request.policy.connectTimeout
    return await withCheckedContinuation { continuation in
      do {
        try core.withLoop { loop in
          loop.execute {
            let attempt = ConnectionAttempt(destination, loop, timeout: timeout) { _, outcome in
              guard case .success(let opened) = outcome else { return continuation.resume(returning: nil) }
              let pipeline = opened.channel.pipeline.syncOperations
              let facts = ConnectionFacts(
                (try? pipeline.nioSSL_tlsVersion()) ?? nil, (try? pipeline.nioSSL_peerCertificate()) ?? nil)
              opened.channel.close(promise: nil)
              continuation.resume(returning: facts)
            }
            attempt.start()
          }
        }
      } catch {
        continuation.resume(returning: nil)
      }
    }
  }

  /// Returns the first address of a host, such as `192.0.2.1`. A resolver that does not answer is left behind when time is up.
  package static func address(of host: String, within limit: Duration) async throws(TransportError) -> String {
    let loop = MultiThreadedEventLoopGroup.singleton.any()
    let found = loop.makePromise(of: String.self)
    NIOThreadPool.singleton.runIfActive(eventLoop: loop) {
      try SocketAddress.makeAddressResolvingHost(ConnectionAttempt.lookup(of: host), port: 0).ipAddress ?? host
    }.cascade(to: found)
    let alarm = loop.scheduleTask(in: TimeAmount(limit)) {
      found.fail(TransportError(.timeout, "'\(host)' was not resolved in \(DurationText.text(limit))"))
    }
    defer { alarm.cancel() }
    do {
      return try await found.futureResult.get()
    } catch let error as TransportError {
      throw error
    } catch {
      let reason = (error as? SocketAddressError.UnknownHost)?.errorDescription ?? "it has no address"
      throw TransportError(.connect, "'\(host)' cannot be resolved: \(reason)")
    }
  }

  /// Returns how many certificates a PEM file has; nil if it cannot be read.
  package static func certificates(in path: String) -> Int? {
    try? NIOSSLCertificate.fromPEMFile(path).count
  }
}
