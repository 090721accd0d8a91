/// The characters that a YAML text may contain only as escapes.
enum ControlCharacters {
  /// The finding for the first such character.
  static func firstFault(in file: SourceFile) -> Diagnostic? {
    guard file.scan.mayHoldControls else { return nil }
    let bytes = file.bytes
    guard let at = bytes.indices.first(where: { bytes[$0] < 0x20 || bytes[$0] >= 0x7F ? isFault(at: $0, in: bytes) : false }),
      let scalar = String(decoding: bytes[at..<min(at + 4, bytes.count)], as: UTF8.self).unicodeScalars.first
    else { return nil }
    let code = scalar.value < 0x100 ? "\\x\(hex(scalar.value, 2))" : "\\u\(hex(scalar.value, 4))"
    let looksLikeUTF16 = scalar.value == 0 && at < 2
    let notes = looksLikeUTF16 ? [Diagnostic.Note("if the file is UTF-16, save it as UTF-8")] : []
    return .error(
      .yamlControl,
      "the character U+\(hex(scalar.value, 4)) is not allowed in YAML; remove it, or write '\(code)' in double quotes",
      at: file.range(of: at..<at + scalar.utf8.count), notes: notes)
  }

  private static func isFault(at: Int, in bytes: [UInt8]) -> Bool {
    func byte(_ distance: Int) -> UInt8 { at + distance < bytes.count ? bytes[at + distance] : 0 }
    switch bytes[at] {
    case UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): return false
    case 0..<0x20, 0x7F: return true
    case 0xC2: return byte(1) < 0xA0 && byte(1) != 0x85
    case 0xEF: return byte(1) == 0xBB && byte(2) == 0xBF || byte(1) == 0xBF && byte(2) >= 0xBE
    default: return false
    }
  }
}
