import Testing

@testable import DialModel

/// Bytes as text, which must be UTF-8.
struct UTF8Tests {
  @Test(
    arguments: [
      [0x80], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x61, 0xFF],
      // As long as the replacement character.
      [0xF0, 0x9F, 0x98], [0x61, 0xF0, 0x9F, 0x98, 0x62], Array("sixteen bytes and ".utf8) + [0xF0, 0x9F, 0x98],
    ] as [[UInt8]])
  func invalidUTF8IsNotText(_ bytes: [UInt8]) {
    #expect(String(utf8: bytes[...]) == nil)
    #expect(String(utf8: ([0x61] + bytes + [0x61])[1...]) == nil)
  }

  @Test(arguments: ["", "a", "é\u{0}", "\u{FFFD}", "\u{1F600}", "\u{FEFF}a", String(repeating: "aé", count: 40)])
  func aTextIsThatOfItsBytes(_ text: String) {
    #expect(String(utf8: Array(text.utf8)[...]) == text)
    #expect(String(utf8: Array("x\(text)y".utf8).dropFirst().dropLast())?.utf8.elementsEqual(text.utf8) == true)
  }
}
