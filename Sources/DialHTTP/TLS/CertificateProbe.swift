import NIOCore
import NIOPosix
import NIOSSL

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A second look at a certificate that was refused, to name the cause: the library below says only that it was. The handshake
/// is broken off as soon as the certificate is seen, so no byte of a request is sent.
enum CertificateProbe {
  struct Cause: Sendable {
    /// `expired on 2026-02-28`: what the certificate does.
    var why: String
    /// Nothing is wrong with it but that no authority answers for it.
    var isUntrusted = false
  }

  static func cause(
    of exchange: Exchange, _ group: MultiThreadedEventLoopGroup, _ tls: TLSConfiguration
  ) async -> Cause? {
    let host = name(exchange)
    let isAddress = (try? SocketAddress(ipAddress: host, port: 0)) != nil
    guard let context = try? NIOSSLContext(configuration: tls) else { return nil }
    let loop = group.any()
    let answer = loop.makePromise(of: Cause?.self)
    let connecting = SecondLook.open(exchange, loop).flatMap { channel in
      channel.eventLoop.makeCompletedFuture {
        let look: NIOSSLCustomVerificationCallback = { chain, verdict in
          answer.succeed(describe(chain, host: host))
          verdict.succeed(.failed)
        }
        let handler = try NIOSSLClientHandler(
          context: context, serverHostname: isAddress ? nil : host, customVerificationCallback: look)
        try channel.pipeline.syncOperations.addHandler(handler)
        return channel
      }
    }
    connecting.whenFailure { _ in answer.succeed(nil) }
    let timer = loop.scheduleTask(in: .seconds(3)) { answer.succeed(nil) }
    let result = try? await answer.futureResult.get()
    timer.cancel()
    connecting.whenSuccess { $0.close(promise: nil) }
    return result.flatMap { $0 }
  }

  /// Whom the certificate has to be made out to.
  private static func name(_ exchange: Exchange) -> String {
    var host = exchange.url.host
    if case .absoluteForm(let proxy) = exchange.route { host = proxy.host }
    return host.first == "[" ? String(host.dropFirst().dropLast()) : host
  }

  private static func describe(_ chain: [NIOSSLCertificate], host: String) -> Cause? {
    guard let leaf = chain.first else { return nil }
    let now = time(nil)
    if leaf.notValidAfter < now { return Cause(why: "expired on \(day(leaf.notValidAfter))") }
    if leaf.notValidBefore > now { return Cause(why: "is not valid before \(day(leaf.notValidBefore))") }
    let names = CertificateNames(leaf)
    if names.all.isEmpty { return Cause(why: "names no host (it has no subjectAltName)") }
    if !names.match(host) { return Cause(why: "is made out to \(names.all.prefix(4).joined(separator: ", ")), not to \(host)") }
    if chain.count == 1, isSelfSigned(leaf) { return Cause(why: "is self-signed", isUntrusted: true) }
    let unknown = "is not trusted: its issuer is unknown, an intermediate certificate is missing, or it may not be used for a server"
    return Cause(why: unknown, isUntrusted: true)
  }

  /// Whether issuer and subject are the same bytes (RFC 5280 section 4.1).
  private static func isSelfSigned(_ certificate: NIOSSLCertificate) -> Bool {
    guard let der = try? certificate.toDERBytes(), let outer = DER.items(der[...]).first,
      let body = DER.items(outer.content).first
    else { return false }
    var fields = DER.items(body.content)
    if fields.first?.tag == 0xA0 { fields.removeFirst() }
    return fields.count > 4 && fields[2].content.elementsEqual(fields[4].content)
  }

  /// `2026-02-28`, in UTC.
  private static func day(_ moment: time_t) -> String {
    var (moment, parts) = (moment, tm())
    gmtime_r(&moment, &parts)
    func two(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
  }
}
