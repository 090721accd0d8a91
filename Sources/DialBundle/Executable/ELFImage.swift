/// The table of sections of an executable in the format ELF, with 64 bits and the lowest byte first (System V ABI, chapter 4).
///
/// A bundle has a section for its archive. Programs such as `strip` keep it, and a file that was cut ends before its table or its section.
struct ELFImage {
  struct Section: Equatable {
    var name: String
    var range: Range<Int>
  }

  private static let headerSize = 64
  private static let sectionSize = 64
  /// A section that has bytes in the file.
  private static let plainType = 1

  private let header: [UInt8]
  /// The place of the table.
  private let table: Range<Int>
  private let namesIndex: Int

  /// Reads the first bytes of a file; nil if it is in another format or has no table.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.headerSize, bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]), let start = bytes.number(at: 40, 8),
      bytes.number(at: 58, 2) == Self.sectionSize, let count = bytes.number(at: 60, 2), let names = bytes.number(at: 62, 2),
      start > 0, count > 0, names < count, start < 1 << 48
    else { return nil }
    header = Array(bytes[..<Self.headerSize])
    table = start..<start + count * Self.sectionSize
    namesIndex = names
  }

  /// The place behind the table, which the file reaches unless it was cut.
  var end: Int { table.upperBound }

  /// Returns all sections; nil if the file does not have them.
  func sections(_ read: (Range<Int>) -> [UInt8]?) -> [Section]? {
    guard let entries = read(table), let place = Self.range(entries, namesIndex), let names = read(place) else { return nil }
    return (0..<entries.count / Self.sectionSize).map { index in
      let start = entries.number(at: index * Self.sectionSize, 4) ?? 0
      let name = names.dropFirst(start).prefix { $0 != 0 }
      return Section(name: String(decoding: name, as: UTF8.self), range: Self.range(entries, index) ?? 0..<0)
    }
  }

  private static func range(_ entries: [UInt8], _ index: Int) -> Range<Int>? {
    guard let start = entries.number(at: index * sectionSize + 24, 8), let size = entries.number(at: index * sectionSize + 32, 8),
      start < 1 << 48, size < 1 << 48
    else { return nil }
    return start..<start + size
  }

  /// Returns an executable with another section, whose bytes are at its end.
  func adding(_ name: String, _ content: [UInt8], to executable: [UInt8]) -> [UInt8]? {
    guard table.upperBound <= executable.count else { return nil }
    var entries = Array(executable[table])
    guard let place = Self.range(entries, namesIndex), place.upperBound <= executable.count else { return nil }
    var all = executable
    let names = Array(executable[place]) + name.utf8 + [0]
    let namesStart = all.count
    all += names
    all += [UInt8](repeating: 0, count: (8 - all.count % 8) % 8)
    let tableStart = all.count
    entries.set(number: namesStart, at: namesIndex * Self.sectionSize + 24, 8)
    entries.set(number: names.count, at: namesIndex * Self.sectionSize + 32, 8)
    var section = [UInt8](repeating: 0, count: Self.sectionSize)
    section.set(number: place.count, at: 0, 4)
    section.set(number: Self.plainType, at: 4, 4)
    section.set(number: tableStart + entries.count + Self.sectionSize, at: 24, 8)
    section.set(number: content.count, at: 32, 8)
    section.set(number: 1, at: 48, 8)
    all += entries + section + content
    all.set(number: tableStart, at: 40, 8)
    all.set(number: entries.count / Self.sectionSize + 1, at: 60, 2)
    return all
  }

  /// Whether the program needs another one to load its libraries (`PT_INTERP`).
  func isDynamic(_ executable: [UInt8]) -> Bool {
    guard let start = header.number(at: 32, 8), let size = header.number(at: 54, 2), let count = header.number(at: 56, 2) else {
      return false
    }
    return (0..<count).contains { executable.number(at: start + $0 * size, 4) == 3 }
  }
}
