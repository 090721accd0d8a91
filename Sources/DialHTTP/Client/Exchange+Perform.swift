import AsyncHTTPClient
import DialCore
import HTTPTypes
import NIOCore
import NIOHTTP1

extension Exchange {
  /// Sends the request and waits for the head of its answer, and for the rest of it where all of it is wanted and it is small. Throws
  /// whatever the client throws.
  func perform(_ request: PreparedRequest, over core: ClientCore) async throws -> Response {
    try Task.checkCancellation()
    let client = try core.client(connectTimeout: connectTimeout, tunnel: route.tunnel, tls: tls, speaksHTTP2: speaksHTTP2)
    let number = core.exchanges.add(self)
    defer { core.exchanges.remove(number) }
    var outgoing = HTTPClientRequest(url: "\(hop)/\(number)")
    outgoing.method = HTTPMethod(rawValue: request.method.rawValue)
    outgoing.headers = RequestHead.fields(of: request, url: url, route: route)
    outgoing.body = RequestPayload.body(of: request.body)
    let reply = try await client.execute(outgoing, deadline: deadline ?? .distantFuture)
    // A proxy that is asked for the whole URL answers in the place of the server; over a tunnel a 407 is the server's own.
    if reply.status == .proxyAuthenticationRequired, case .absoluteForm = route { throw Failures.proxyRefusal(self) }
    return response(to: request, reply, await ending(of: reply, to: request), core)
  }

  /// A body of more bytes than these is not waited for before its reader asks.
  private static let small = 64 << 10

  /// How the body ended, where it was to be read as a whole and is small: whoever reads it then waits for nothing, and wakes nobody up.
  private func ending(of reply: HTTPClientResponse, to request: PreparedRequest) async -> BodyPieces.Source {
    let bound = min(Self.small, request.policy.maxBodyBytes)
    guard request.isReadWhole, !request.isWatched, (200..<300).contains(reply.status.code), await inbox.isWhole(within: bound),
      !Task.isCancelled
    else { return .open(reply.body) }
    do {
      for try await _ in reply.body {}
      // The client ends a cancelled body as if it were whole.
      return .ended(Task.isCancelled ? Failures.cancelled : nil)
    } catch is EarlyAnswer {
      return .ended(nil)
    } catch {
      return .ended(error)
    }
  }

  /// The address that the connection is made to, as a URL.
  private var hop: String {
    if case .absoluteForm(let proxy) = route { return "\(proxy.scheme)://\(proxy.address)" }
    // where there are pins the TLS is ours, see ``ConnectionOpening``
    return tls.pins == nil ? url.server.origin : "http://\(url.address)"
  }

  private func response(
    to request: PreparedRequest, _ reply: HTTPClientResponse, _ source: BodyPieces.Source, _ core: ClientCore
  ) -> Response {
    let progress = snapshot()
    let rawValues = progress.rawValues
    var fields = HTTPFields()
    fields.reserveCapacity(reply.headers.count)
    for (index, line) in reply.headers.enumerated() {
      guard let name = HTTPField.Name(line.name), progress.http2?.isInvented(name) != true else { continue }
      fields.append(rawValues[index].map { HTTPField(name: name, lenientValue: $0) } ?? HeadRules.field(name, line.value))
    }
    let status = HTTPResponse.Status(code: Int(reply.status.code), reasonPhrase: reply.status.reasonPhrase)
    let hasBody = request.method != .head && status.code != 204 && status.code != 304
    let codings = hasBody && status.code != 206 ? ContentCodings(fields, askedBy: request.headers) : ContentCodings()
    if codings.areKnown, !codings.names.isEmpty {
      fields[.contentEncoding] = nil
      fields[.contentLength] = nil
    }
    let bounds = InflationBounds(
      bytes: core.configuration.maxInflatedBytes ?? request.policy.maxBodyBytes,
      ratio: core.configuration.maxInflationRatio)
    let pieces = BodyPieces(source: source, exchange: self, core: core, codings: codings, bounds: bounds)
    let length = codings.names.isEmpty ? progress.bodyLength : nil
    var response = Response(status: status, headers: fields, url: request.url, body: pieces.body(length: length))
    response.connection = metrics(progress)
    return response
  }
}
