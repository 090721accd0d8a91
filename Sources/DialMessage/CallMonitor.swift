import HTTPTypes
import Synchronization

/// Observes one call: notifies observers and counts bytes.
package final class CallMonitor: Sendable {
  private let call: Int
  private let endpoint: String
  private let observers: [@Sendable (Event) -> Void]
  private let meter: ProgressMeter?
  private let followed = Atomic<Int>(0)

  package init(call: Int, endpoint: String, observers: [@Sendable (Event) -> Void], meter: ProgressMeter?) {
    self.call = call
    self.endpoint = endpoint
    self.observers = observers
    self.meter = meter
  }

  /// The number of redirects so far, for a call that fails.
  package var redirects: Int { followed.load(ordering: .relaxed) }

  package func tell(_ kind: @autoclosure () -> Event.Kind) {
    guard !observers.isEmpty else { return }
    let event = Event(call: call, endpoint: endpoint, kind: kind())
    for observe in observers { observe(event) }
  }

  package func redirected(_ status: Int, to url: String, _ secrets: Secrets) {
    followed.add(1, ordering: .relaxed)
    tell(.redirected(status: status, url: secrets.redact(url: url)))
  }

  package func retried(_ number: Int, after reason: String, _ wait: Duration, _ secrets: Secrets) {
    tell(.retried(attempt: number, wait: wait, reason: secrets.redact(reason)))
  }

  package func delayed(_ wait: Duration, because reason: String) { tell(.delayed(wait: wait, reason: reason)) }

  /// Sends one request, and counts its bytes in both directions.
  package func send(_ request: PreparedRequest, over transport: any Transport) async throws -> Response {
    guard let meter else { return try await transport.send(request) }
    var request = request
    meter.begin(sending: request.body.length)
    request.body = request.body.counted(by: meter)
    var response = try await transport.send(request)
    let isWhole = if case .bytes = request.body { true } else { false }
    meter.begin(
      receiving: Self.length(of: response, to: request), isPart: response.status == .partialContent, isAllSent: isWhole)
    let body = response.body
    let counted = CountedPieces(pieces: body) { count in meter.update { $0.received += Int64(count) } }
    response.body = ResponseBody(counted, length: body.length)
    return response
  }

  /// Returns the announced length. The transport removes Content-Length when it decodes the body.
  private static func length(of response: Response, to request: PreparedRequest) -> Int64? {
    if request.method == .head || response.status.code == 204 || response.status.code == 304 { return 0 }
    return response.headers[.contentLength].flatMap { Int64($0) }
  }
}

extension PreparedRequest {
  private enum WatchKey: MessageContextKey { typealias Value = CallMonitor }

  /// The monitor of the call; nil if there are no observers.
  package var watch: CallMonitor? {
    get { context[WatchKey.self] }
    set { context[WatchKey.self] = newValue }
  }

  /// Whether anyone observes the progress.
  package var isWatched: Bool { watch != nil }
}
