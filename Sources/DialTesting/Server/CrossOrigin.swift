import Dial

/// The headers with which a browser lets a page of another origin use a server (the Fetch standard, section 3.2).
enum CrossOrigin {
  /// Returns the response to a preflight; nil for other requests.
  static func preflight(_ request: LoopbackRequest) -> LoopbackResponse? {
    guard request.method == "OPTIONS", let method = request.header("access-control-request-method") else { return nil }
    var response = LoopbackResponse(status: 204, headers: [("Access-Control-Allow-Methods", method), ("Access-Control-Max-Age", "600")])
    if let names = request.header("access-control-request-headers") { response.headers.append(("Access-Control-Allow-Headers", names)) }
    return allowing(request, response)
  }

  /// Returns a response that a page can read with all its headers.
  static func allowed(_ response: LoopbackResponse, _ request: LoopbackRequest) -> LoopbackResponse {
    var allowed = allowing(request, response)
    let names = response.headers.map(\.0).distinct().joined(separator: ", ")
    if request.header("origin") != nil, !names.isEmpty { allowed.headers.append(("Access-Control-Expose-Headers", names)) }
    return allowed
  }

  private static func allowing(_ request: LoopbackRequest, _ response: LoopbackResponse) -> LoopbackResponse {
    guard let origin = request.header("origin") else { return response }
    var response = response
    response.headers.removeAll { $0.0.lowercased().hasPrefix("access-control-allow-origin") }
    response.headers += [("Access-Control-Allow-Origin", origin), ("Access-Control-Allow-Credentials", "true"), ("Vary", "Origin")]
    return response
  }
}
