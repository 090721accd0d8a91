import DialMessage
import DialModel
import HTTPTypes

/// The exit codes of the command line; scripts rely on them.
enum ExitStatus {
  static let done: Int32 = 0
  /// A local failure that no other code tells.
  static let failure: Int32 = 1
  /// Flags, words or arguments; nothing was sent.
  static let usage: Int32 = 2
  /// The spec could not be loaded.
  static let spec: Int32 = 6
  static let network: Int32 = 7
  /// Credentials or a variable are missing.
  static let credentials: Int32 = 8
  /// The reply could not be decoded or selected, broke its contract, passed a limit, or none is kept.
  static let reply: Int32 = 9
  /// The time of a wait is over.
  static let deadline: Int32 = 10
  /// What was waited for has failed.
  static let failed: Int32 = 11
  static let interrupted: Int32 = 130
  /// A closed pipe, as shells show SIGPIPE.
  static let brokenPipe: Int32 = 141

  /// The exit code of a failed call; a refused status tells its class: 404 is 4.
  static func of(_ error: CallError) -> Int32 {
    switch error.code {
    case .arguments, .unknownEndpoint: usage
    case .spec: spec
    case .variable, .credentials: credentials
    case .status: (error.status?.code).map(of(status:)) ?? failure
    case .connect, .tls, .timeout, .protocol, .truncated, .redirect, .closed: network
    case .decoding, .selection, .limit, .contract, .cacheMiss: reply
    case .deadline: deadline
    case .failed: failed
    case .cancelled: interrupted
    default: failure
    }
  }

  private static func of(status: Int) -> Int32 {
    switch StatusSet.statusClass(of: status) {
    case 3: 3
    case 4: 4
    case 5: 5
    // A refused 1xx or 2xx is an answer the caller did not ask for.
    default: reply
    }
  }
}
