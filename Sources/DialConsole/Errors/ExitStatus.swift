package import Dial

/// The exit codes; scripts rely on them.
package enum ExitStatus {
  package static let done: Int32 = 0
  /// A local failure without another code.
  package static let failure: Int32 = 1
  package static let usage: Int32 = 2
  package static let spec: Int32 = 6
  package static let network: Int32 = 7
  /// Credentials or a variable are missing.
  package static let credentials: Int32 = 8
  /// The response could not be decoded or selected, differed from its declaration, exceeded a limit, or is not cached.
  package static let reply: Int32 = 9
  /// A wait timed out.
  static let deadline: Int32 = 10
  /// The job that was waited for failed.
  package static let failed: Int32 = 11
  /// Some rows failed.
  package static let rowsFailed: Int32 = 12
  /// Too many rows failed, so that the others were not sent.
  package static let rowsStopped: Int32 = 13
  /// `dial doctor` found a problem.
  package static let unwell: Int32 = 14
  package static let interrupted: Int32 = 130
  /// A closed pipe, the code that shells use for SIGPIPE.
  package static let brokenPipe: Int32 = 141

  /// Returns the exit code of a failed call; for a rejected status its class: 404 is 4.
  package static func of(_ error: CallError) -> Int32 {
    switch error.code {
    case .arguments, .unknownEndpoint: usage
    // A file that is an argument.
    case .io where !error.faults.isEmpty: usage
    case .spec: spec
    case .variable, .credentials: credentials
    // A rejected 1xx or 2xx is an unexpected response. A message of a WebSocket has no status.
    case .status: (error.status?.code).map(StatusSet.statusClass(of:)).map { $0 < 3 ? reply : Int32($0) } ?? reply
    case .connect, .tls, .timeout, .protocol, .truncated, .redirect, .closed: network
    case .decoding, .selection, .limit, .contract, .cacheMiss: reply
    case .deadline: deadline
    case .failed: failed
    case .cancelled: interrupted
    default: failure
    }
  }
}
