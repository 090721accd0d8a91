public import CoreMetrics
public import Tracing

/// Where the spans and the figures of calls go.
///
/// ```swift
/// InstrumentationSystem.bootstrap(tracer)                     // once, when the program starts
/// MetricsSystem.bootstrap(factory)
/// let users = Client(spec)                                     // uses both
/// let quiet = Client(spec, instruments: .none)                 // uses neither
/// ```
///
/// Each call is a span of its own, and each of its requests one inside it, with the names of the OpenTelemetry conventions for HTTP clients;
/// a request of the call's own origin carries the context of its span (W3C `traceparent`, or what the tracer writes). Figures: the timer
/// `http.client.request.duration` of each request, and the counter `dial.client.calls` of each call. Secrets are in none of them.
public struct Instruments: Sendable {
  let tracer: (any Tracer)?
  let metrics: (any MetricsFactory)?

  /// Instruments of your own; nil leaves one out.
  public init(tracer: (any Tracer)?, metrics: (any MetricsFactory)?) {
    self.tracer = tracer
    self.metrics = metrics
  }

  /// What the program has set up for all its libraries; nothing, and no cost, where it has not.
  public static var system: Instruments {
    let (tracer, metrics) = (InstrumentationSystem.tracer, MetricsSystem.factory)
    return Instruments(tracer: tracer is NoOpTracer ? nil : tracer, metrics: metrics is NOOPMetricsHandler ? nil : metrics)
  }

  /// Neither spans nor figures.
  public static let none = Instruments(tracer: nil, metrics: nil)

  var isEmpty: Bool { tracer == nil && metrics == nil }
}
