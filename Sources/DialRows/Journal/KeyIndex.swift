import Crypto
import DialLibc
package import DialMessage
import DialModel
import Synchronization

/// The keys of the rows of a run without a journal. Two rows with the same key would be one for the server.
package final class RowKeys: Sendable {
  private let index: Mutex<KeyIndex>

  package init() throws(TransportError) {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    index = Mutex(try KeyIndex(folder: folder))
  }

  /// Returns the earlier row with a key; nil if there is none.
  package func earlier(_ key: String, row: Int) throws(TransportError) -> Int? {
    try index.withLock { index throws(TransportError) in
      if let entry = try index[key] { return Int(entry.offset) }
      try index.set(key, .init(state: .seen, offset: UInt64(row), count: 0))
      return nil
    }
  }
}

/// What a journal knows of each key, in a file without a name: memory does not grow with the number of rows.
///
/// A hash table with open addressing. A slot holds 128 bits of the SHA-256 of a key, so that keys themselves need not be read.
final class KeyIndex {
  /// What is known of a key.
  struct Entry: Equatable {
    enum State: UInt64 {
      case begun = 1
      case ended = 2
      case seen = 3
    }

    var state: State
    /// Where its record begins in the journal, or for a key that was only seen in this run its row.
    var offset: UInt64
    /// The length of the record in bytes.
    var count: UInt64
  }

  private static let slot = 32
  private let folder: String
  private var file: Int32
  private var capacity: UInt64
  private var used: UInt64 = 0

  /// - Parameter folder: where the file is created.
  init(folder: String) throws(TransportError) {
    self.folder = folder
    capacity = 1 << 15
    file = try Self.make(folder, capacity)
  }

  deinit { close(file) }

  subscript(key: String) -> Entry? {
    get throws(TransportError) {
      let hash = Self.hash(key)
      return try place(of: hash).entry
    }
  }

  func set(_ key: String, _ entry: Entry) throws(TransportError) {
    if used * 3 >= capacity * 2 { try grow() }
    let hash = Self.hash(key)
    let (place, known) = try place(of: hash)
    if known == nil { used += 1 }
    try write(hash, entry, at: place)
  }

  private func place(of hash: (UInt64, UInt64)) throws(TransportError) -> (place: UInt64, entry: Entry?) {
    var place = hash.0 % capacity
    while true {
      let words = try read(at: place)
      guard let state = Entry.State(rawValue: words[3] & 3) else { return (place, nil) }
      if words[0] == hash.0, words[1] == hash.1 {
        return (place, Entry(state: state, offset: words[2], count: words[3] >> 2))
      }
      place = (place + 1) % capacity
    }
  }

  private func read(at place: UInt64) throws(TransportError) -> [UInt64] {
    var words = [UInt64](repeating: 0, count: 4)
    guard pread(file, &words, Self.slot, off_t(place) * off_t(Self.slot)) == Self.slot else { throw Self.fault(folder) }
    return words
  }

  private func write(_ hash: (UInt64, UInt64), _ entry: Entry, at place: UInt64) throws(TransportError) {
    let words = [hash.0, hash.1, entry.offset, entry.count << 2 | entry.state.rawValue]
    guard pwrite(file, words, Self.slot, off_t(place) * off_t(Self.slot)) == Self.slot else { throw Self.fault(folder) }
  }

  private func grow() throws(TransportError) {
    let (old, slots) = (file, capacity)
    defer { close(old) }
    capacity *= 4
    file = try Self.make(folder, capacity)
    var block = [UInt64](repeating: 0, count: 4 * 1024)
    var first: UInt64 = 0
    while first < slots {
      let count = pread(old, &block, block.count * 8, off_t(first) * off_t(Self.slot)) / Self.slot
      guard count > 0 else { throw Self.fault(folder) }
      for index in 0..<count {
        let words = block[index * 4..<index * 4 + 4].map(\.self)
        guard let state = Entry.State(rawValue: words[3] & 3) else { continue }
        let (place, _) = try place(of: (words[0], words[1]))
        try write((words[0], words[1]), Entry(state: state, offset: words[2], count: words[3] >> 2), at: place)
      }
      first += UInt64(count)
    }
  }

  private static func hash(_ key: String) -> (UInt64, UInt64) {
    let digest = Array(SHA256.hash(data: Array(key.utf8)))
    func word(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
    return (word(digest[0..<8]), word(digest[8..<16]))
  }

  private static func make(_ folder: String, _ capacity: UInt64) throws(TransportError) -> Int32 {
    let path = "\(folder)/.dial-\(String(UInt64.random(in: 0...(.max)), radix: 36)).part"
    let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw fault(folder) }
    unlink(path)
    guard ftruncate(file, off_t(capacity) * off_t(slot)) == 0 else {
      close(file)
      throw fault(folder)
    }
    return file
  }

  private static func fault(_ folder: String) -> TransportError {
    TransportError(.io, "cannot write an index in '\(folder)': \(SystemReason.last)")
  }
}
