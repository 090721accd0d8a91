import AsyncHTTPClient
import DialMessage
import HTTPTypes
import NIOCore
import NIOHTTP1

extension Exchange {
  /// Sends the request and waits for the head of its answer, and for the rest of it where all of it is wanted and it is small: whoever
  /// reads it then waits for nothing, and wakes nobody up. Throws whatever the client throws.
  func perform(_ request: PreparedRequest, over core: ClientCore) async throws -> DialMessage.Response {
    try Task.checkCancellation()
    let client = try way.client(connectTimeout, speaksHTTP2, of: core)
    let number = try core.exchanges.add(self, client.eventLoopGroup)
    defer { core.exchanges.remove(number) }
    try start(request, number, client)
    let wanted = request.isReadWhole && !request.isWatched ? min(Self.small, maxBodyBytes) : 0
    let (head, isWhole) = try await inbox.head(wanted: wanted)
    // A proxy that is asked for the whole URL answers in the place of the server; over a tunnel a 407 is the server's own.
    if head.status == .proxyAuthenticationRequired, case .absoluteForm = route {
      inbox.stop(Failures.cancelled)
      throw Failures.proxyRefusal(self)
    }
    return response(to: request, head, isWhole, core)
  }

  /// A body of more bytes than these is not waited for before its reader asks.
  private static let small = 64 << 10

  private func response(
    to request: PreparedRequest, _ reply: HTTPResponseHead, _ isWhole: Bool, _ core: ClientCore
  ) -> DialMessage.Response {
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
    return DialMessage.Response(
      status: status, headers: fields, url: request.url, body: body(codings, isWhole, progress.bodyLength, core),
      connection: metrics(progress))
  }

  /// As bytes where they are all there and need no decoding.
  private func body(_ codings: ContentCodings, _ isWhole: Bool, _ length: Int?, _ core: ClientCore) -> ResponseBody {
    if isWhole, codings.names.isEmpty { return ResponseBody(inbox.all()) }
    let bounds = InflationBounds(
      bytes: core.configuration.maxInflatedBytes ?? maxBodyBytes, ratio: core.configuration.maxInflationRatio)
    return ResponseBody(BodyPieces(self, core, codings, bounds), length: codings.names.isEmpty ? length : nil)
  }
}
