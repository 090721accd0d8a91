package import Dial

/// A request that another program sent, as it was sent: with its secrets.
package struct RecordedRequest: Sendable {
  /// What takes the place of a secret.
  package static let mask = Redaction.word

  /// Whether names in braces and variables of a shell in its path are to be filled in, as in a command that was copied.
  package var hasGaps = false

  package struct Part: Sendable {
    package var name: String
    /// The text; nil for a file.
    package var value: String?
    /// The media type and the file name that the request states; nil for those of the file.
    package var type: String?
    package var fileName: String?
    /// Whether the text is not known, and so is no default.
    package var isPassed = false

    package init(name: String, value: String?, type: String? = nil, fileName: String? = nil) {
      (self.name, self.value, self.type, self.fileName) = (name, value, type, fileName)
    }
  }

  /// The path with the names in braces that the caller wrote.
  package struct WrittenPath: Sendable {
    private var segments: [[URITemplate.Part]] = []
    /// The values of the names.
    package private(set) var values: [String: String] = [:]

    fileprivate init() {}

    /// - Parameter value: returns the argument of a name.
    package init(_ target: TargetModel, _ value: (String) -> String?) {
      segments = TargetParts(target).segments
      for name in target.template.names { values[name] = value(name) }
    }

    /// Returns the parts of a segment with names, counted from the end of the path; nil for another one.
    package func pieces(_ fromEnd: Int) -> [URITemplate.Part]? {
      guard fromEnd < segments.count else { return nil }
      let pieces = segments[segments.count - 1 - fromEnd]
      return pieces.contains { if case .expression = $0 { true } else { false } } ? pieces : nil
    }
  }

  /// What is made of user name and password.
  package enum Scheme: Sendable {
    case basic, digest
    /// A signature, of which the service and the region are known or a part of the host.
    case aws4(service: String?, region: String?)
  }

  package var method: String
  /// The name for its endpoint; nil for one of its method and path.
  package var name: String?
  package var url: String
  package var path = WrittenPath()
  package var headers: [(name: String, value: String)] = []
  /// More items for the query, encoded.
  package var query: [String] = []
  package var body: String?
  /// The parts of a multipart body.
  package var parts: [Part] = []
  /// Whether the body is a file or bytes, which are not kept.
  package var isUpload = false
  /// User name and password, which are sent as the scheme says.
  package var user: (name: String, password: String)?
  package var scheme = Scheme.basic
  /// Settings of its endpoint, as lines of a spec: `timeout` and `5s`.
  package var settings: [(name: String, value: String)] = []
  /// Whether an argument whose value could do harm again has no default: of the path, and all of a method that changes something.
  package var requiresArguments = false

  package init(method: String, url: String) { (self.method, self.url) = (method, url) }

  package func header(_ name: String) -> String? { headers.first { HeaderRules.isSame($0.name, name) }?.value }

  /// Reads the requests of a recording, except those of static files.
  package static func all(inRecording path: String) throws(CallError) -> [RecordedRequest] {
    try HARFile(path: path).entries().filter { !$0.isStatic }.map { RecordedRequest($0.request) }
  }

  private init(_ request: HARRequest) {
    self.init(method: request.method, url: request.url)
    headers = request.headers.map { ($0.name, $0.value) }
    guard let body = request.body else { return }
    if !body.type.isEmpty, header("Content-Type") == nil { headers.append(("Content-Type", body.type)) }
    switch body.content {
    case .lost: isUpload = true
    case .bytes(let bytes):
      self.body = String(validating: bytes, as: UTF8.self)
      isUpload = self.body == nil
    case .params(let params) where MediaType(body.type)?.type == "multipart":
      parts = params.map { param in
        // A file has its own type.
        guard param.fileName == nil else { return Part(name: param.name, value: nil) }
        return Part(name: param.name, value: String(validating: param.value, as: UTF8.self), type: param.type)
      }
    case .params(let params):
      self.body = FormCoding.encode(params.map { ($0.name, String(decoding: $0.value, as: UTF8.self)) })
    }
  }
}

extension HAREntry {
  private static let staticTypes = ["text/html", "text/css", "image/", "font/", "audio/", "video/", "application/font", "application/wasm"]

  /// Whether it is the request of a file that a browser shows, of a script, or of no HTTP at all.
  fileprivate var isStatic: Bool {
    if !request.url.hasPrefix("http") || request.method == "OPTIONS" && request.headers.value("access-control-request-method") != nil {
      return true
    }
    let type = (response.type ?? response.headers.value("content-type") ?? "").lowercased()
    return request.method == "GET" && (type.contains("javascript") || Self.staticTypes.contains { type.hasPrefix($0) })
  }
}
