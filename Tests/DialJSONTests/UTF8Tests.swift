import DialJSON
import Testing

/// The bytes of strings, compared with the standard library.
struct UTF8Tests {
  /// Every sequence that starts like UTF-8.
  @Test func everyLeadAndTrail() throws {
    let trails: [UInt8] = [0x22, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0]
    for lead in UInt8(0x80)...0xFF {
      for a in trails {
        for b in trails {
          for c in trails {
            let text = [0x22, lead, a, b, c, 0x22] as [UInt8]
            let content = [lead, a, b, c]
            let isGood = String(validating: content, as: UTF8.self) != nil && content.allSatisfy { $0 >= 0x20 && $0 != 0x22 }
            if isGood != ((try? JSON(parsing: text)) != nil) { Issue.record("\(text)") }
          }
        }
      }
    }
  }

  /// The same next to valid sequences, which are read in pairs.
  @Test(arguments: [("", "本"), ("日", ""), ("日本", "語"), ("日本語", "日")])
  func everyLeadAndTrailAmongOthers(_ before: String, _ after: String) throws {
    let trails: [UInt8] = [0x22, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0]
    for lead in UInt8(0x80)...0xFF {
      for a in trails {
        for b in trails {
          let content = Array(before.utf8) + [lead, a, b] + Array(after.utf8)
          let isGood = String(validating: content, as: UTF8.self) != nil && !content.contains(0x22)
          let read = try? JSON(parsing: [0x22] + content + [0x22])
          if isGood ? read?.asString != String(decoding: content, as: UTF8.self) : read != nil { Issue.record("\(content)") }
        }
      }
    }
  }

  /// Every row of Unicode table 3-7 and every kind of mistake.
  static let sequences: [[UInt8]] = [
    [0xC2, 0x80], [0xDF, 0xBF], [0xE0, 0xA0, 0x80], [0xE1, 0x80, 0x80], [0xED, 0x9F, 0xBF], [0xEF, 0xBF, 0xBF],
    [0xF0, 0x90, 0x80, 0x80], [0xF1, 0x80, 0x80, 0x80], [0xF4, 0x8F, 0xBF, 0xBF],
    // A trail byte alone, a lead byte that does not exist, an overlong sequence, a surrogate, a scalar that is too large.
    [0x80], [0xBF, 0xBF], [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x9F, 0xBF],
    [0xF0, 0x8F, 0xBF, 0xBF],
    [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80],
    // A sequence that ends too early.
    [0xC2], [0xE1, 0x80], [0xF1, 0x80, 0x80], [0xE1, 0xC2, 0x80], [0xF1, 0x80, 0xE1, 0x80, 0x80],
  ]

  /// Each sequence at each place of a word of eight bytes, before and after each number of letters.
  @Test(arguments: sequences) func everyPlace(_ sequence: [UInt8]) {
    let text = String(validating: sequence, as: UTF8.self)
    for before in 0..<17 {
      for after in 0..<17 {
        let content = Array(repeating: 0x61, count: before) + sequence + Array(repeating: 0x62, count: after)
        let read = Result { try JSON(parsing: [0x22] + content + [0x22]) }
        switch read {
        case .success(let json): #expect(text != nil && json.asString.map { Array($0.utf8) } == content)
        case .failure(let error): #expect(text == nil && (error as? JSONError)?.kind == .encoding, "\(sequence) after \(before): \(error)")
        }
      }
    }
  }
}
