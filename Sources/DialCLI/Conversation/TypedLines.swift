import DialMessage

/// The lines of standard input as they are typed, each the text of a message.
struct TypedLines {
  /// Gives the next bytes; none at the end.
  let piece: @Sendable () async throws(Failure) -> [UInt8]
  private var bytes: [UInt8] = []
  private var scanned = 0
  private var isAtEnd = false
  private var number = 0
  /// As long as a message may be.
  private static let longest = 16 << 20

  init(_ piece: @escaping @Sendable () async throws(Failure) -> [UInt8]) { self.piece = piece }

  /// The next line without its end; nil after the last.
  mutating func next() async throws(Failure) -> String? {
    while true {
      if let end = bytes[scanned...].firstIndex(of: 0x0A) {
        defer {
          bytes.removeSubrange(...end)
          scanned = 0
        }
        return try text(bytes[..<end])
      }
      scanned = bytes.count
      guard scanned <= Self.longest else {
        throw .io("line \(number + 1) of standard input is longer than \(ByteCount.text(Self.longest))")
      }
      if isAtEnd {
        defer {
          bytes = []
          scanned = 0
        }
        return bytes.isEmpty ? nil : try text(bytes[...])
      }
      let more = try await piece()
      isAtEnd = more.isEmpty
      bytes += more
    }
  }

  private mutating func text(_ line: ArraySlice<UInt8>) throws(Failure) -> String {
    number += 1
    if let text = String(validating: line, as: UTF8.self) { return text }
    throw .io("line \(number) of standard input is not valid UTF-8 and cannot be sent as text")
  }
}
