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
}
