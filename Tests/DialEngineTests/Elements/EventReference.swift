@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// A second implementation of WHATWG HTML section 9.2.6, for a whole stream.
struct EventReference {
  private(set) var events: [ServerSentEvent] = []
  private(set) var lastEventID = ""
  private var type = ""
  private var data: [UInt8] = []
  private var hasData = false
  private var id = ""

  init(_ stream: [UInt8]) {
    for line in Self.lines(stream.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(stream.dropFirst(3)) : stream) {
      if line.isEmpty { dispatch() } else { take(line) }
    }
  }

  /// The complete lines.
  private static func lines(_ stream: [UInt8]) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var line: [UInt8] = []
    var last: UInt8 = 0
    for byte in stream {
      if byte == 0x0A, last == 0x0D {
        // The second byte of CR LF.
      } else if byte == 0x0A || byte == 0x0D {
        lines.append(line)
        line = []
      } else {
        line.append(byte)
      }
      last = byte
    }
    return lines
  }

  private mutating func take(_ line: [UInt8]) {
    let parts = line.split(separator: 0x3A, maxSplits: 1, omittingEmptySubsequences: false)
    var value = parts.count == 2 ? parts[1] : []
    if value.first == 0x20 { value.removeFirst() }
    switch String(decoding: parts[0], as: UTF8.self) {
    case "data":
      data += value + [0x0A]
      hasData = true
    case "event": type = String(decoding: value, as: UTF8.self)
    case "id": if !value.contains(0) { id = String(decoding: value, as: UTF8.self) }
    default: break
    }
  }

  private mutating func dispatch() {
    lastEventID = id
    if hasData {
      let text = String(decoding: data.dropLast(), as: UTF8.self)
      events.append(ServerSentEvent(event: type.isEmpty ? nil : type, data: text, id: id.isEmpty ? nil : id))
    }
    (type, data, hasData) = ("", [], false)
  }
}
