import Dial

/// The headers with which a browser lets a page of another origin use a server (the Fetch standard, section 3.2).
enum CrossOrigin {
  /// Returns the response to a preflight; nil for other requests.
  static func preflight(_ request: LoopbackRequest) -> LoopbackResponse? {
    guard request.method == "OPTIONS", let method = request.header("access-control-request-method") else { return nil }
    var headers = [("Access-Control-Allow-Methods", method), ("Access-Control-Max-Age", "600")]
    if let names = request.header("access-control-request-headers") { headers.append(("Access-Control-Allow-Headers", names)) }
    return allowed(LoopbackResponse(status: 204, headers: headers), request)
  }

  /// Returns a response that a page can read with all its headers.
  static func allowed(_ response: LoopbackResponse, _ request: LoopbackRequest) -> LoopbackResponse {
    guard let origin = request.header("origin") else { return response }
    var response = response
    let names = response.headers.map(\.0).distinct().joined(separator: ", ")
    response.headers.removeAll { $0.0.lowercased().hasPrefix("access-control-allow-origin") }
    response.headers += [
      ("Access-Control-Allow-Origin", origin), ("Access-Control-Allow-Credentials", "true"), ("Access-Control-Expose-Headers", names),
      ("Vary", "Origin"),
    ]
    return response
  }
}
