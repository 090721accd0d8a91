import DialJSON

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Values that are generated once per call.
enum GeneratedValues {
  /// Returns a random UUID (RFC 9562 version 4) in lowercase.
  static func uuid() -> String { UUID().uuidString.lowercased() }

  /// Returns the current time in RFC 3339 in whole seconds, UTC.
  static func now() -> String { Timestamp(secondsSince1970: Date().timeIntervalSince1970.rounded(.down)).rfc3339 }
}
