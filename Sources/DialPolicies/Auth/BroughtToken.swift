import DialJSON
import DialMessage
import DialModel
import HTTPTypes
import Synchronization

/// A token that the response to an ordinary call brings: a session id in a refusal, a header that changes with each response.
struct BroughtToken {
  let paths: TokenModel.Paths

  /// nil where the response holds none. A body is read only where a path leads into it, and stays readable.
  func read(_ response: inout Response, atMost limit: Int) async throws -> Token? {
    var value = JSON.null
    if paths.access.path != nil {
      let bytes = try await response.body.collect(upTo: limit)
      response.body = ResponseBody(bytes)
      value = (try? JSON(parsing: bytes)) ?? .null
    }
    return try? TokenResponse(value: value, headers: response.headers).token(at: paths, isOAuth: false, renewing: nil)
  }
}

/// Lets one call ask for the first token while the others wait: a server would give each of them a token of its own.
final class FirstAsker: Sendable {
  enum Turn: Sendable {
    case asks(SharedTask<Bool>)
    case waits(SharedTask<Bool>)
  }

  private let state: Mutex<SharedTask<Bool>?> = Mutex(nil)

  func turn() -> Turn {
    state.withLock { state in
      if let work = state { return .waits(work) }
      let work = SharedTask<Bool>(late: "timed out while another call requested the first token")
      state = work
      return .asks(work)
    }
  }

  /// Those who wait go on, whatever came of it.
  func done(_ work: SharedTask<Bool>) {
    state.withLock { if $0 === work { $0 = nil } }
    work.finish(.success(true))
  }
}
