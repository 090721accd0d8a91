public import CoreMetrics
package import DialModel
import HTTPTypes
import Synchronization
public import Tracing

/// The spans and metrics of one call and its requests (OpenTelemetry semantic conventions, HTTP client).
package final class CallTrace: MessageContextKey {
  private let instruments: Instruments
  private let endpoint: String
  private let template: String
  private let span: (any Span)?
  /// The number of requests so far. The second and later ones are resent, by a retry or a redirect.
  private let requests = Atomic<Int>(0)

  /// Returns nil, without any cost, if nothing is measured.
  package init?(_ instruments: Instruments, _ model: EndpointModel, _ service: String?) {
    guard !instruments.isEmpty else { return nil }
    self.instruments = instruments
    endpoint = model.name
    template = model.target.text
    span = instruments.tracer?.startAnySpan(model.name, ofKind: .internal)
    span?.attributes["dial.endpoint"] = model.name
    if let service { span?.attributes["dial.service"] = service }
  }

  /// Runs the call with its span as the current context.
  package func run<Value>(_ body: () async throws -> Value) async rethrows -> Value {
    guard let span else { return try await body() }
    return try await ServiceContext.withValue(span.context, operation: body)
  }

  /// Sends one request, and measures it until the head of its response.
  package func request(_ request: PreparedRequest, _ send: (PreparedRequest) async throws -> Response) async throws -> Response {
    let again = requests.add(1, ordering: .relaxed).oldValue
    let start = ContinuousClock.now
    let span = instruments.tracer?.startAnySpan("\(request.method.rawValue) \(template)", ofKind: .client)
    if let span { describe(request, again, span) }
    do {
      let response = try await send(span.map { traced(request, $0) } ?? request)
      ended(response, span)
      measure(request, from: start, [("http.response.status_code", "\(response.status.code)")])
      span?.end()
      return response
    } catch {
      let kind = Self.kind(of: error)
      span?.attributes["error.type"] = kind
      span?.setStatus(SpanStatus(code: .error))
      measure(request, from: start, [("error.type", kind)])
      span?.end()
      throw error
    }
  }

  package func end(_ failure: CallError?) {
    let outcome = failure?.code.rawValue ?? "ok"
    if let span {
      if let failure {
        span.attributes["error.type"] = failure.code.rawValue
        // The message contains no secrets.
        span.setStatus(SpanStatus(code: .error, message: failure.message))
      }
      span.attributes["dial.requests"] = requests.load(ordering: .relaxed)
      span.end()
    }
    if let metrics = instruments.metrics {
      Counter(label: "dial.client.calls", dimensions: [("dial.endpoint", endpoint), ("dial.outcome", outcome)], factory: metrics)
        .increment()
    }
  }

  private func describe(_ request: PreparedRequest, _ again: Int, _ span: any Span) {
    span.attributes["http.request.method"] = request.method.rawValue
    span.attributes["url.full"] = request.secrets.redact(url: request.url)
    span.attributes["url.template"] = template
    if let origin = Origin(request.url) {
      span.attributes["server.address"] = origin.socketPath ?? origin.host
      if origin.socketPath == nil { span.attributes["server.port"] = origin.port }
    }
    if again > 0 { span.attributes["http.request.resend_count"] = again }
  }

  /// Adds the context of the span to a request to the origin of the call only.
  private func traced(_ request: PreparedRequest, _ span: any Span) -> PreparedRequest {
    guard !request.context[IsAway.self], let tracer = instruments.tracer else { return request }
    var request = request
    tracer.inject(span.context, into: &request.headers, using: FieldInjector())
    return request
  }

  private func ended(_ response: Response, _ span: (any Span)?) {
    guard let span else { return }
    span.attributes["http.response.status_code"] = response.status.code
    guard response.status.code >= 400 else { return }
    span.attributes["error.type"] = "\(response.status.code)"
    span.setStatus(SpanStatus(code: .error))
  }

  private func measure(_ request: PreparedRequest, from start: ContinuousClock.Instant, _ more: [(String, String)]) {
    guard let metrics = instruments.metrics else { return }
    let took = (ContinuousClock.now - start).components
    var dimensions = [("http.request.method", request.method.rawValue), ("url.template", template)] + more
    if let origin = Origin(request.url) {
      dimensions.append(("server.address", origin.socketPath ?? origin.host))
      if origin.socketPath == nil { dimensions.append(("server.port", "\(origin.port)")) }
    }
    Timer(label: "http.client.request.duration", dimensions: dimensions, factory: metrics)
      .recordNanoseconds(took.seconds * 1_000_000_000 + took.attoseconds / 1_000_000_000)
  }

  private static func kind(of error: any Error) -> String {
    switch error {
    case let error as TransportError: CallError.Code(error.kind).rawValue
    case let error as CallError: error.code.rawValue
    case is CancellationError: CallError.Code.cancelled.rawValue
    default: CallError.Code.middleware.rawValue
    }
  }
}

/// Writes the context of a span into the headers of a request. Headers from the spec or the caller are kept.
private struct FieldInjector: Injector {
  func inject(_ value: String, forKey key: String, into fields: inout HTTPFields) {
    guard let name = HTTPField.Name(key), fields[name] == nil, !value.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return }
    fields[name] = value
  }
}

/// The destinations of the spans and metrics of calls.
///
/// ```swift
/// InstrumentationSystem.bootstrap(tracer)                     // once, when the program starts
/// MetricsSystem.bootstrap(factory)
/// let users = Client(spec)                                     // uses both
/// let quiet = Client(spec, instruments: .none)                 // uses neither
/// ```
///
/// Each call is a span, and each of its requests a span inside it, named by the OpenTelemetry conventions for HTTP clients. Requests to the
/// origin of the call contain its context (W3C `traceparent`). The metrics are the timer `http.client.request.duration` and the counter
/// `dial.client.calls`. None contain secrets.
public struct Instruments: Sendable {
  let tracer: (any Tracer)?
  let metrics: (any MetricsFactory)?

  /// Creates instruments; nil turns one off.
  public init(tracer: (any Tracer)?, metrics: (any MetricsFactory)?) {
    self.tracer = tracer
    self.metrics = metrics
  }

  /// The instruments that the program has set up for all libraries; without any cost if it has not.
  public static var system: Instruments {
    let (tracer, metrics) = (InstrumentationSystem.tracer, MetricsSystem.factory)
    return Instruments(tracer: tracer is NoOpTracer ? nil : tracer, metrics: metrics is NOOPMetricsHandler ? nil : metrics)
  }

  /// No spans and no metrics.
  public static let none = Instruments(tracer: nil, metrics: nil)

  var isEmpty: Bool { tracer == nil && metrics == nil }
}
