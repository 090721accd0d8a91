import DialJSON
import HTTPTypes

/// What a ``PreparedRequest`` has, as its properties say.
struct RequestFields: Sendable {
  var endpoint: String
  var method: HTTPRequest.Method
  var url = ""
  var headers = HTTPFields()
  var body = RequestBody.none
  var policy = PreparedRequest.Policy()
  var tags: [String: String] = [:]
  var bodyFile: File?
  var bodyHoldsSecret = false
  var own: EndpointModel?
  var bodyIsCoded = false
  var isReadWhole = false
  var cacheOrder: CacheOrder?
  var accept: StatusSet?
  var isRedirected = false
  var around: Middleware?
  var isAway = false
  var trace: CallTrace?
  var base: String?
  var identity = CacheIdentity()
  var certificate: String?
  var watch: CallWatch?
  var socketRequest: SocketRequest?
  var tokenPaths: [JMESPath] = []
  var tls: TLSRules?
  var secrets = Secrets()
}
