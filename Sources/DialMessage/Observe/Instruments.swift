public import CoreMetrics
public import Tracing

/// The destinations of the spans and metrics of calls.
///
/// ```swift
/// InstrumentationSystem.bootstrap(tracer)                     // once, when the program starts
/// MetricsSystem.bootstrap(factory)
/// let users = Client(spec)                                     // uses both
/// let quiet = Client(spec, instruments: .none)                 // uses neither
/// ```
///
/// Each call is a span, and each of its requests a span inside it, with the names of the OpenTelemetry conventions for HTTP clients.
/// Requests to the origin of the call contain the context of their span (W3C `traceparent`, or what the tracer writes). The metrics are
/// the timer `http.client.request.duration` of each request, and the counter `dial.client.calls` of each call. They contain no secrets.
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
