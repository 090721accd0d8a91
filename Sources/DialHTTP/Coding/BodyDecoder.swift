import DialMessage

/// Decodes all codings of a body within limits. Push bytes as they arrive and pull decoded ones, so that a body is never decompressed
/// further than its reader asks for.
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
