import DialModel
import DialSyntax

/// A spec divided into the text that all endpoints share and a text for each endpoint. Every line keeps its number.
///
/// Each piece is read alone and compared with the tree of the whole, so a spec is divided only if the result is the same. It is not divided
/// if an endpoint uses an anchor of another one or flow style, or if the spec includes other files.
package struct SpecSections {
  package struct Piece {
    var name: String
    /// The index of its `endpoints:`, counted in the order of their endpoints.
    var block: Int
    /// The number of its first line.
    var line: Int
    var text: Range<Int>
    /// Whether it is not an endpoint, but an `x-` key beside them.
    var isExtension: Bool
  }

  private(set) var pieces: [Piece] = []
  /// Everything except the pieces, and the numbers of its lines.
  private(set) var shared: [UInt8] = []
  private(set) var runs: [LineNumbers.Run] = []

  /// Returns nil if the spec cannot be cut.
  init?(_ root: Node, _ reading: SpecReading) {
    let file = reading.service.file
    guard root.value(for: "include") == nil, root.value(for: "overlay") == nil else { return nil }
    guard cutPieces(reading.blocks, file), !pieces.isEmpty, cutShared(file) else { return nil }
    let left = YAMLReader.read(part: shared, name: file.name, numbers: LineNumbers(runs))
    let cuts = Set(reading.blocks.map(\.range.start))
    guard let remains = left.root, left.diagnostics.isEmpty,
      root.isSame(as: remains, except: { $0.name == "endpoints" && cuts.contains($0.value.range.start) }),
      zip(reading.blocks.flatMap(\.entries), pieces).allSatisfy({ Self.reads($0, from: $1, in: file, left) })
    else { return nil }
  }

  private mutating func cutPieces(_ blocks: [EndpointBlock], _ file: SourceFile) -> Bool {
    for (place, block) in blocks.enumerated() {
      var starts: [Int] = []
      for entry in block.entries {
        guard let start = Self.start(of: entry, in: file) else { return false }
        starts.append(start)
      }
      guard let last = block.entries.last else { continue }
      starts.append(file.offset(of: Position(line: last.value.range.end.line + 1, column: 1)))
      for (index, entry) in block.entries.enumerated() {
        guard starts[index] < starts[index + 1] else { return false }
        pieces.append(
          Piece(
            name: block.level.name(of: entry.name), block: place, line: entry.key.range.start.line, text: starts[index]..<starts[index + 1],
            isExtension: entry.name.hasPrefix("x-")))
      }
    }
    return true
  }

  /// Returns the start of the line of an endpoint, if nothing precedes it on that line.
  private static func start(of entry: Entry, in file: SourceFile) -> Int? {
    guard entry.key.range.file === file else { return nil }
    let line = Position(line: entry.key.range.start.line, column: 1)
    let start = file.offset(of: line)
    return file.bytes[start..<file.offset(of: entry.key.range.start)].allSatisfy { $0 == UInt8(ascii: " ") } ? start : nil
  }

  /// Whether a piece by itself is exactly that endpoint.
  private static func reads(_ entry: Entry, from piece: Piece, in file: SourceFile, _ shared: YAMLDocument) -> Bool {
    let numbers = LineNumbers([.init(index: 0, number: piece.line)])
    let document = YAMLReader.read(part: Array(file.bytes[piece.text]), name: file.name, numbers: numbers, anchorsOf: shared)
    guard document.diagnostics.isEmpty, let entries = document.root?.mapping, entries.count == 1 else { return false }
    return entry.isSame(as: entries[0])
  }

  /// The order of endpoints can differ from the file: those of a service precede those of its groups.
  private mutating func cutShared(_ file: SourceFile) -> Bool {
    var (from, lines) = (0, 0)
    for piece in pieces.map(\.text).sorted(by: { $0.lowerBound < $1.lowerBound }) + [file.bytes.count..<file.bytes.count] {
      guard from <= piece.lowerBound else { return false }
      if from < piece.lowerBound || runs.isEmpty {
        let kept = file.bytes[from..<piece.lowerBound]
        runs.append(.init(index: lines, number: file.position(at: from).line))
        shared += kept
        lines += file.position(at: piece.lowerBound).line - file.position(at: from).line
      }
      from = piece.upperBound
    }
    return true
  }
}
