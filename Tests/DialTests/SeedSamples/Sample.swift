import Dial

/// A client of a sample, and what it sent: `METHOD path`, and behind a blank the body.
struct Sample {
  let client: Client
  let transport: Answering

  /// Of a spec.
  init(_ yaml: String, _ answer: String = "{}", status: Int = 200) throws {
    transport = Answering(status: status, answer)
    client = Client(try Spec.load(yaml: yaml, name: "sample.yaml"), transport: transport)
  }

  /// Of requests that bring their endpoint along.
  init(base: String, _ answer: String = "{}", status: Int = 200) {
    transport = Answering(status: status, answer)
    client = Client(base: base, transport: transport)
  }

  /// All requests so far, the host left out.
  var sent: [String] { transport.sent.map(Self.text) }

  var last: PreparedRequest? { transport.sent.last }

  static func text(_ request: PreparedRequest) -> String {
    let path = String(request.url.dropFirst("https://".count).drop { $0 != "/" })
    let body: String
    switch request.body {
    case .none: body = ""
    case .bytes(let bytes): body = " " + String(decoding: bytes, as: UTF8.self)
    case .stream(let length, _, _): body = " (\(length ?? 0) bytes)"
    }
    return "\(request.method.rawValue) \(path)\(body)"
  }
}
