import DialJSON

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Values that are made once per call.
enum GeneratedValues {
  /// A random UUID (RFC 9562 version 4), in lower case.
  static func uuid() -> String { UUID().uuidString.lowercased() }

  /// The present time in RFC 3339, whole seconds, UTC.
  static func now() -> String { Timestamp(secondsSince1970: Date().timeIntervalSince1970.rounded(.down)).rfc3339 }
}
