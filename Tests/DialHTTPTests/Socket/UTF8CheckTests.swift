import Testing

@testable import DialHTTP

/// Text in pieces, compared with the decoder of the standard library.
struct UTF8CheckTests {
  private static func verdict(_ pieces: [ArraySlice<UInt8>]) -> Bool {
    var check = UTF8Check()
    for piece in pieces {
      guard piece.withUnsafeBytes({ check.add($0) }) else { return false }
    }
    return check.isWhole
  }

  @Test func everyPairOfBytesAndEverySplit() {
    for first in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max {
        for rest: [UInt8] in [[], [0x80], [0x80, 0x80], [0xBF, 0x41]] {
          let bytes = [first, second] + rest
          let wanted = String(validating: bytes, as: UTF8.self) != nil
          guard Self.verdict([bytes[...]]) == wanted, Self.verdict([bytes[..<1], bytes[1...]]) == wanted else {
            Issue.record("wrong about \(bytes)")
            return
          }
        }
      }
    }
  }

  @Test func longTextsAtEverySplit() {
    let bytes = Array("Hello-µ@ßöäüàá-UTF-8!! κόσμε 👩‍👩‍👧 and some more plain text".utf8)
    for split in bytes.indices { #expect(Self.verdict([bytes[..<split], bytes[split...]])) }
    #expect(Self.verdict(bytes.indices.map { bytes[$0...$0] }))
    #expect(!Self.verdict([bytes[...], [0xC3]]))
  }

  @Test func rejectsInvalidTextAtTheFirstInvalidByte() {
    var check = UTF8Check()
    let isValid = [UInt8]([0xCE, 0xBA, 0xF4]).withUnsafeBytes { check.add($0) }
    #expect(isValid && !check.isWhole)
    let mayGoOn = [UInt8]([0x90]).withUnsafeBytes { check.add($0) }
    #expect(!mayGoOn)
  }
}
