import Dial

/// The members of a ZIP file (PKWARE APPNOTE 6.3), stored or deflated, without encryption and ZIP64.
struct ZipArchive {
  private struct Member {
    var method: Int
    var packed: Int
    var size: Int
    var start: Int
  }

  private let bytes: [UInt8]
  private var members: [String: Member] = [:]

  static func isZip(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) }

  /// Reads the central directory. Throws if there is none.
  init(_ bytes: [UInt8]) throws(HARFault) {
    self.bytes = bytes
    // A comment of up to 64 KiB can follow the end of the directory.
    let first = max(0, bytes.count - 22 - 65_535)
    guard bytes.count >= 22, let end = (first...bytes.count - 22).last(where: { number($0, 4) == 0x0605_4B50 }) else { throw Self.broken }
    guard let count = number(end + 10, 2), var at = number(end + 16, 4) else { throw Self.broken }
    for _ in 0..<count {
      guard number(at, 4) == 0x0201_4B50, let flags = number(at + 8, 2), let method = number(at + 10, 2), let packed = number(at + 20, 4),
        let size = number(at + 24, 4), let nameSize = number(at + 28, 2), let extra = number(at + 30, 2), let comment = number(at + 32, 2),
        let start = number(at + 42, 4), let name = slice(at + 46, nameSize)
      else { throw Self.broken }
      if flags & 1 == 0 {
        members[String(decoding: name, as: UTF8.self)] = Member(method: method, packed: packed, size: size, start: start)
      }
      at += 46 + nameSize + extra + comment
    }
  }

  private static let broken = HARFault("it is not a valid ZIP file")

  var names: [String] { members.keys.sorted() }

  /// Returns the content of a member; nil if there is none of this name. Throws if it cannot be read.
  func content(_ name: String, upTo limit: Int) throws(HARFault) -> [UInt8]? {
    guard let member = members[name] else { return nil }
    // The local header repeats the name, with other extra fields.
    guard number(member.start, 4) == 0x0403_4B50, let nameSize = number(member.start + 26, 2), let extra = number(member.start + 28, 2),
      let packed = slice(member.start + 30 + nameSize + extra, member.packed), member.size <= limit
    else { throw Self.broken }
    let plain: [UInt8]? =
      switch member.method {
      case 0: Array(packed)
      // Without a header of zlib, `deflate` is the coding of ZIP.
      case 8: member.size == 0 ? [] : HTTPFields([HTTPField(name: .contentEncoding, value: "deflate")]).decoded(Array(packed), upTo: limit)
      default: nil
      }
    guard let plain, plain.count == member.size else { throw HARFault("the member '\(name)' of the ZIP file cannot be read") }
    return plain
  }

  private func slice(_ start: Int, _ count: Int) -> ArraySlice<UInt8>? {
    guard start >= 0, start <= bytes.count, count <= bytes.count - start else { return nil }
    return bytes[start..<start + count]
  }

  /// Returns a little-endian number.
  private func number(_ start: Int, _ count: Int) -> Int? { slice(start, count)?.reversed().reduce(0) { $0 << 8 | Int($1) } }
}

/// The bodies that a recording stores in other files: members of its ZIP file, or files beside it.
struct HARAttachments {
  let zip: ZipArchive?
  let folder: String
  private let budget: Budget

  init(zip: ZipArchive?, folder: String, limit: Int) { (self.zip, self.folder, budget) = (zip, folder, Budget(limit)) }

  /// The bytes that all bodies of a recording may have together: a small ZIP file can hold many large ones.
  private final class Budget {
    var left: Int

    init(_ left: Int) { self.left = left }
  }

  /// Returns the content of a file; `path` is the place of its name in the recording.
  func content(_ name: String, of path: String) throws(HARFault) -> [UInt8] {
    guard !name.isEmpty, !name.contains("/"), name != ".", name != ".." else {
      throw HARFault("'\(path)' must be the name of a file, but is '\(name.prefix(100))'")
    }
    let bytes = try read(name, of: path)
    budget.left -= bytes.count
    return bytes
  }

  private func read(_ name: String, of path: String) throws(HARFault) -> [UInt8] {
    if let zip {
      guard let bytes = try zip.content(name, upTo: budget.left) else { throw HARFault("'\(path)': the ZIP file has no member '\(name)'") }
      return bytes
    }
    switch File("\(folder)/\(name)").contents(upTo: Int64(budget.left)) {
    case .success(let bytes): return bytes
    case .failure(let fault): throw HARFault("'\(path)': \(fault.message)")
    }
  }
}
