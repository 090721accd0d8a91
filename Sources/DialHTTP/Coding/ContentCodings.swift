import DialMessage
package import HTTPTypes

/// The content codings of a body (RFC 9110 section 8.4), in the order they were applied, without those that change nothing.
package struct ContentCodings: Sendable {
  enum Coding: Sendable { case gzip, deflate }

  private(set) var names: [String] = []
  /// The same limit as curl.
  static let maximum = 5

  /// Reads the codings of a response that are to be decoded. What the request did not ask for is kept as it is, unless it asked for other
  /// codings and this one is unknown.
  init(_ fields: HTTPFields, askedBy request: HTTPFields = [:]) {
    guard fields.contains(.contentEncoding) else { return }
    let listed = Self.list(fields[values: .contentEncoding])
    let asked = Set(Self.list([request.acceptedCodings]).map(Self.canonical))
    let asksForKnown = asked.contains("*") || !asked.isDisjoint(with: Self.codings.keys)
    let unknown = listed.filter { Self.codings[$0] == nil }
    if !unknown.isEmpty {
      if asksForKnown, asked.isDisjoint(with: unknown) { names = listed }
    } else if asked.contains("*") || listed.allSatisfy({ asked.contains(Self.canonical($0)) }) {
      names = listed
    }
  }

  /// RFC 9110 section 8.4.1.3.
  private static func canonical(_ name: String) -> String { name == "x-gzip" ? "gzip" : name }

  /// The names that say nothing about a body: `identity`, which is not to be sent (RFC 9110 section 8.4), and mistakes for it. S3 stores
  /// and returns `aws-chunked`, which is the framing of an upload.
  private static let unchanged: Set<String> = ["identity", "none", "aws-chunked"]

  /// Parses names in fields such as `gzip, br;q=0.5`, without those of weight 0, which are refused (RFC 9110 section 12.4.2).
  private static func list(_ lines: [String]) -> [String] {
    lines.flatMap { $0.split(separator: ",") }.compactMap { item in
      let parts = item.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
      guard let name = parts.first, !name.isEmpty, !unchanged.contains(name) else { return nil }
      let isRefused = parts.dropFirst().contains { $0.hasPrefix("q=") && Double($0.dropFirst(2)) == 0 }
      return isRefused ? nil : name
    }
  }

  /// Returns an Accept-Encoding with those of these codings that can be decoded; `identity` if there are none.
  package static func known(in lines: [String]) -> String {
    let asked = list(lines).filter { codings[$0] != nil }
    return asked.isEmpty ? "identity" : asked.joined(separator: ", ")
  }

  var areKnown: Bool { names.count <= Self.maximum && names.allSatisfy { Self.codings[$0] != nil } }

  /// Returns the codings in the order they were applied. Throws the error for readers of the body.
  func checked() throws -> [Coding] {
    guard names.count <= Self.maximum else {
      throw TransportError(.limit, "the body has \(names.count) content codings, but at most \(Self.maximum) are supported")
    }
    return try names.map { name in
      guard let coding = Self.codings[name] else {
        throw TransportError(.coding, "unknown content coding '\(Self.shown(name))'")
      }
      return coding
    }
  }

  private static let codings: [String: Coding] = ["gzip": .gzip, "x-gzip": .gzip, "deflate": .deflate]

  private static func shown(_ name: String) -> String {
    String(name.prefix(40).map { $0.isASCII && $0 >= " " && $0 != "\u{7F}" ? $0 : "?" })
  }
}

struct InflationBounds: Sendable {
  var bytes: Int
  var ratio: Int
  /// The ratio of smaller bodies is not limited.
  static let ratioFrom = 1 << 20
}

/// Decodes all codings of a body within limits, never further than its reader asks for.
struct BodyDecoder {
  private var layers: [Layer]
  private let bounds: InflationBounds
  private static let step = 64 << 10

  private struct Layer {
    let inflater: Inflater
    var given = 0
    var isFinished = false
  }

  /// Creates a decoder for `codings` in the order they were applied; the last is decoded first.
  init(_ codings: [ContentCodings.Coding], _ bounds: InflationBounds) {
    layers = codings.reversed().map { Layer(inflater: Inflater($0)) }
    self.bounds = bounds
  }

  mutating func push(_ bytes: [UInt8]) { layers[0].inflater.push(bytes) }

  /// Returns the next decoded bytes; nil if more input is needed, or at the end.
  mutating func pull() throws -> [UInt8]? { try pull(layers.count - 1) }

  /// Ends the input; ``pull()`` returns what is left, then nil. Throws if a coding is incomplete.
  mutating func finish() throws -> [UInt8]? {
    for index in layers.indices where !layers[index].isFinished {
      if let last = try pull() { return last }
      try layers[index].inflater.finish()
      layers[index].isFinished = true
    }
    return nil
  }

  private mutating func pull(_ index: Int) throws -> [UInt8]? {
    while true {
      if let output = try layers[index].inflater.pull(Self.step) {
        layers[index].given += output.count
        try check(layers[index].given)
        return output
      }
      guard index > 0, let input = try pull(index - 1) else { return nil }
      layers[index].inflater.push(input)
    }
  }

  private func check(_ given: Int) throws {
    if given > bounds.bytes {
      throw TransportError(.limit, "the decompressed body is larger than \(ByteCount.text(bounds.bytes))")
    }
    if given > InflationBounds.ratioFrom, given / bounds.ratio > layers[0].inflater.taken {
      throw TransportError(.limit, "the decompressed body is more than \(bounds.ratio) times the size of the compressed body")
    }
  }
}

extension HTTPFields {
  /// Creates fields from received lines. Invalid ones are ignored.
  package init(received lines: [(name: String, value: String)]) {
    self.init()
    for (name, value) in lines {
      if let name = HTTPField.Name(name) { append(HTTPField(name: name, value: value)) }
    }
  }

  /// Returns a body in memory without the content codings of these fields, if a request with the fields of `asking` asks for them; nil if
  /// they are unknown, or it is not encoded so or too large.
  package func decoded(_ body: [UInt8], askedBy asking: HTTPFields = [:], upTo limit: Int) -> [UInt8]? {
    guard let codings = try? ContentCodings(self, askedBy: asking).checked() else { return nil }
    if body.isEmpty || codings.isEmpty { return body }
    var decoder = BodyDecoder(codings, InflationBounds(bytes: limit, ratio: .max))
    var whole: [UInt8] = []
    do {
      decoder.push(body)
      while let piece = try decoder.pull() { whole += piece }
      while let piece = try decoder.finish() { whole += piece }
      return whole
    } catch {
      return nil
    }
  }
}
