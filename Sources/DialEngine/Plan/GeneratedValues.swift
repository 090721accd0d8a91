import DialJSON
import DialModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The values that are made once per call: each the same wherever it stands in its headers, its query and its body.
struct GeneratedValues {
  private var made: (uuid: String?, seconds: Double?) = (nil, nil)

  subscript(word: GeneratedWord) -> JSON {
    mutating get {
      switch word {
      case .uuid:
        let uuid = made.uuid ?? Self.uuid()
        made.uuid = uuid
        return .string(uuid)
      case .now: return .string(Timestamp(secondsSince1970: seconds()).rfc3339)
      case .timestamp: return JSON(Int64(seconds()))
      }
    }
  }

  /// The present time in whole seconds.
  private mutating func seconds() -> Double {
    let seconds = made.seconds ?? Date().timeIntervalSince1970.rounded(.down)
    made.seconds = seconds
    return seconds
  }

  /// A random UUID (RFC 9562 version 4), in lower case.
  static func uuid() -> String { UUID().uuidString.lowercased() }
}
