#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The environment of the process.
package enum Environment {
  package static var all: [String: String] { ProcessInfo.processInfo.environment }
}
