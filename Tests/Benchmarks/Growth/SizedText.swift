/// A text of a given size: an opening, a repeated block, and an ending.
struct SizedText {
  private(set) var type = "application/octet-stream"
  private(set) var opening: [UInt8] = []
  private(set) var block: [UInt8]
  private(set) var blocks = 0
  private(set) var ending: [UInt8] = []

  /// The value of the last member of a document, to check that all of it was read.
  static let last = 7

  /// Creates a text of a kind: `json`, a document with a list; `rows`, one value per line; `file`, bytes. Returns nil for another kind, or
  /// if the size is too small.
  init?(_ kind: String, bytes: Int) {
    switch kind {
    case "file": block = [UInt8](repeating: 0x61, count: BenchStream.piece)
    case "json":
      type = "application/json"
      (opening, ending) = (Array("{\"rows\":[".utf8), Array("null],\"last\":\(Self.last)}".utf8))
      block = Self.block(Array("\(Self.row),".utf8))
    case "rows":
      type = "application/x-ndjson"
      block = Self.block(Array("\(Self.row)\n".utf8))
    default: return nil
    }
    let room = bytes - opening.count - ending.count
    guard room >= 0 else { return nil }
    blocks = room / block.count
    fill(room % block.count, isText: kind != "file")
  }

  private static let row = #"{"id":1234567,"name":"Ann Example","email":"ann@example.com","tags":["admin","staff"],"balance":1024.5}"#
  static let rowBytes = row.utf8.count + 1

  private static func block(_ row: [UInt8]) -> [UInt8] {
    Array(repeating: row, count: BenchStream.piece / row.count).flatMap(\.self)
  }

  /// Fills the room that is smaller than a block with rows, then with spaces.
  private mutating func fill(_ room: Int, isText: Bool) {
    let bytes = isText ? room / Self.rowBytes * Self.rowBytes : room
    ending = block.prefix(bytes) + [UInt8](repeating: 0x20, count: room - bytes) + ending
  }

  var rows: Int { (blocks * block.count + ending.count) / Self.rowBytes }

  /// Returns the whole text, with capacity for the padding of the parser.
  func joined() -> [UInt8] {
    var all: [UInt8] = []
    all.reserveCapacity(opening.count + blocks * block.count + ending.count + 64)
    all += opening
    for _ in 0..<blocks { all += block }
    all += ending
    return all
  }
}
