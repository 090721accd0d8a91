import DialModel
import Synchronization

/// Identifies the requests whose nonces are counted together.
struct DigestKey: Hashable, Sendable {
  let origin: Origin
  let user: String
  let password: String
}

/// The challenge of an origin from its last rejection, and how often its nonce was used.
package final class DigestState: Sendable {
  package struct Turn: Sendable {
    let challenge: DigestChallenge
    let firstNonce: String
    let clientNonce: String
    let count: Int
  }

  private struct State {
    var challenge: DigestChallenge?
    var firstNonce = ""
    var clientNonce = ""
    var count = 0
  }

  private let state = Mutex(State())

  /// Counts the next use of the nonce; nil if no challenge is known.
  func next() -> Turn? {
    state.withLock { state in
      guard let challenge = state.challenge else { return nil }
      state.count += 1
      return Turn(challenge: challenge, firstNonce: state.firstNonce, clientNonce: state.clientNonce, count: state.count)
    }
  }

  /// Stores a challenge. If several calls get the same one, the count continues.
  func take(_ challenge: DigestChallenge) {
    let fresh = DigestAlgorithm.hex((0..<16).map { _ in UInt8.random(in: 0...255) })
    state.withLock { state in
      if state.challenge?.nonce == challenge.nonce, state.challenge?.realm == challenge.realm { return }
      state = State(challenge: challenge, firstNonce: challenge.nonce, clientNonce: fresh)
    }
  }

  /// Switches to the next nonce of the server (RFC 7616 section 3.5).
  func follow(_ nonce: String) {
    state.withLock { state in
      guard state.challenge != nil, state.challenge?.nonce != nonce else { return }
      state.challenge?.nonce = nonce
      state.count = 0
    }
  }
}
