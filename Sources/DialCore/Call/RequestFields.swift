import DialJSON
import HTTPTypes

/// What a ``PreparedRequest`` has beside what most calls write themselves, as its properties say.
struct RequestFields: Sendable {
  var endpoint: String
  var method: HTTPRequest.Method
  /// Without the end, which is the call's.
  var policy = PreparedRequest.Policy()
  var tags: [String: String] = [:]
  var bodyFile: File?
  var bodyHoldsSecret = false
  var own: EndpointModel?
  var bodyIsCoded = false
  var cacheOrder: CacheOrder?
  var accept: StatusSet?
  var isRedirected = false
  var around: Middleware?
  var isAway = false
  var base: String?
  var identity = CacheIdentity()
  var certificate: String?
  var watch: CallWatch?
  var socketRequest: SocketRequest?
  var tokenPaths: [JMESPath] = []
  var tls: TLSRules?
  var secrets = Secrets()
}
