package import DialMessage
import HTTPTypes
import Synchronization

/// Provides the token of one key to all calls of a client. Calls that wait at the same time share one request for it.
final class TokenProvider: Sendable {
  private struct State {
    var held: ExpiringToken?
    /// The number of changes of the store by this provider.
    var changes = 0
    var work: SharedTask<Token>?
    /// The error of the last attempt. Calls that had begun by then get it and do not try again.
    var failed: (at: ContinuousClock.Instant, error: CallError)?
  }

  struct Asking: Sendable {
    var source: TokenSource
    let delegate: any AuthDelegate
    let start: ContinuousClock.Instant
    let deadline: ContinuousClock.Instant?
  }

  private enum Step {
    case ready(Token)
    case wait(SharedTask<Token>, isNew: Bool)
    case again
  }

  /// The keys whose tokens are being fetched by the current call. A token that needs itself would wait forever.
  @TaskLocal private static var underway: Set<TokenKey> = []

  let key: TokenKey
  /// The key of all accounts: endpoints that fetch tokens of one label for each other differ in their accounts.
  private let general: TokenKey
  let firstRequests = RequestCoalescer<TokenKey>(late: "timed out while another call requested the first token")
  private let store: any TokenStore
  private let vault: SecretVault
  private let state = Mutex(State())

  init(_ key: TokenKey, _ store: any TokenStore, _ vault: SecretVault) {
    self.key = key
    general = TokenKey(label: key.label, origin: key.origin, server: key.server)
    self.store = store
    self.vault = vault
  }

  /// Returns a token for a call, other than the rejected one. Another call may have renewed it already.
  func token(for asking: Asking, instead refused: Token? = nil) async throws(CallError) -> Token {
    while true {
      let changes = state.withLock { $0.changes }
      let kept = try await stored()
      switch try state.withLock({ state throws(CallError) in try step(&state, kept, changes, asking, refused) }) {
      case .ready(let token): return token
      case .wait(let work, let isNew):
        if isNew { begin(work, asking, refused) }
        return try await work.value(until: asking.deadline)
      case .again: continue
      }
    }
  }

  /// Returns the stored token, even if it has expired; nil if there is none or the store fails.
  func present() async -> Token? {
    guard let kept = try? await store.token(for: key) else { return nil }
    return state.withLock { state in
      // A store of the program keeps no session: the same token means the same user.
      if state.held?.token != kept { state.held = ExpiringToken(kept) }
      vault.add(kept)
      return state.held?.token
    }
  }

  private func step(
    _ state: inout State, _ kept: Token?, _ changes: Int, _ asking: Asking, _ refused: Token?
  ) throws(CallError) -> Step {
    // Another call has stored a newer token meanwhile.
    if state.changes != changes { return .again }
    if state.held?.token != kept { state.held = kept.map { ExpiringToken($0) } }
    if let held = state.held, held.token.access != refused?.access, !held.isStale {
      vault.add(held.token)
      return .ready(held.token)
    }
    if let failed = state.failed, failed.at >= asking.start { throw failed.error }
    if Self.underway.contains(general) {
      let hint = "set 'auth: none' on the endpoint that fetches it"
      throw CallError(.credentials, "fetching the token '\(key.label)' requires the same token", hint: hint)
    }
    if let work = state.work { return .wait(work, isNew: false) }
    let work = SharedTask<Token>(late: "timed out while fetching a token")
    state.work = work
    return .wait(work, isNew: true)
  }

  /// Runs in its own task, so that a cancelled caller does not cancel it for the others. The timeouts of its calls limit it.
  private func begin(_ work: SharedTask<Token>, _ asking: Asking, _ refused: Token?) {
    Task {
      await Self.$underway.withValue(Self.underway.union([general])) {
        let outcome = await outcome(asking, refused)
        state.withLock { state in
          state.work = nil
          state.changes += 1
          switch outcome {
          case .success(let token): if state.held?.token != token { state.held = ExpiringToken(token) }
          case .failure(let error): state.failed = (.now, error)
          }
        }
        work.finish(outcome)
      }
    }
  }

  private func outcome(_ asking: Asking, _ refused: Token?) async -> Result<Token, CallError> {
    // If two processes renew with the same refresh token, the server may assume that it was stolen.
    guard asking.source.mayAsk, !asking.delegate.isOffline else { return await attempt(asking, refused) }
    return await store.alone(key) { await self.attempt(asking, refused) }
  }

  private func attempt(_ asking: Asking, _ refused: Token?) async -> Result<Token, CallError> {
    do throws(CallError) { return .success(try await obtain(asking, refused)) } catch {
      // A recording may contain the calls without the token request.
      if asking.delegate.isOffline { return .success(Token("REDACTED", expires: nil)) }
      return .failure(error)
    }
  }

  private func obtain(_ asking: Asking, _ refused: Token?) async throws(CallError) -> Token {
    guard let old = try await stored() else { return try await fetch(asking) }
    vault.add(old)
    let held = ExpiringToken(old)
    let isRefused = old.access == refused?.access
    // Another call was faster.
    if !isRefused, !held.isStale { return old }
    do throws(CallError) {
      return try await renew(old, asking)
    } catch {
      // A token that is still valid is used, and renewed later.
      guard !isRefused, !held.isOver, error.code != .cancelled else { throw error }
      return postponed(held)
    }
  }

  private func renew(_ old: Token, _ asking: Asking) async throws(CallError) -> Token {
    let source = asking.source
    guard source.canRenew(old) else {
      if !source.canFetch { throw source.expired() }
      return try await fetch(asking)
    }
    do throws(CallError) {
      return try await keep(try await source.renew(old, asking.delegate, vault))
    } catch {
      guard error.isDead else { throw error.asCredentials(source, "renewed") }
      // Another call may have renewed it meanwhile. Its token must not be removed.
      try await withStore { try await $0.remove($1, ifStill: old) }
      if let newer = try await stored() { return newer }
      if !source.canFetch { throw error.asCredentials(source, "renewed") }
    }
    return try await fetch(asking)
  }

  private func fetch(_ asking: Asking) async throws(CallError) -> Token {
    guard asking.source.canFetch else { throw asking.source.absent() }
    do throws(CallError) {
      return try await keep(try await asking.source.fetch(asking.delegate, vault))
    } catch {
      throw error.asCredentials(asking.source, "fetched")
    }
  }

  private func postponed(_ held: ExpiringToken) -> Token {
    state.withLock { state in
      state.held = held
      state.held?.soon = .now + .seconds(5)
    }
    return held.token
  }

  private func keep(_ token: Token) async throws(CallError) -> Token {
    vault.add(token)
    try await withStore { try await $0.set(token, for: $1) }
    return token
  }

  private func stored() async throws(CallError) -> Token? { try await withStore { try await $0.token(for: $1) } }

  /// Converts an error of a store to the error of a call.
  private func withStore<Value: Sendable>(_ ask: @Sendable (any TokenStore, TokenKey) async throws -> Value) async throws(CallError)
    -> Value
  {
    do { return try await ask(store, key) } catch {
      if error is CancellationError { throw CallError(.cancelled, "the call was cancelled") }
      let reason = (error as? CallError)?.message ?? (error as? TransportError)?.message ?? "\(error)"
      throw CallError(.credentials, "the token store failed for '\(key.label)': \(reason)", remedy: (error as? CallError)?.remedy)
    }
  }
}

extension CallError {
  /// Whether the server says that the refresh token or the credentials are no longer valid (RFC 6749 section 5.2).
  fileprivate var isDead: Bool {
    status?.code == 400 || status?.code == 401 || status == .ok && code == .status && OAuthClient.said(self).code != nil
  }

  /// Converts the error to one of code `credentials`. With `isSignIn`, the remedy is not to sign in.
  package func asCredentials(_ source: TokenSource, _ verb: String, isSignIn: Bool = false) -> CallError {
    if code == .cancelled { return self }
    if code == .variable {
      var error = self
      if source.oauth == nil, !isSignIn { error.remedy = remedy.map { .orSignIn($0) } }
      return error
    }
    let key = source.key
    var error = CallError(.credentials, "the token '\(key.label)' could not be \(verb): \(message)", remedy: remedy)
    if OAuthClient.said(self).code == "invalid_scope" {
      error.hint = "change 'scope' of 'oauth2' in the spec to scopes that the server allows this client"
    } else if isDead {
      error.remedy = source.remedy(isSignIn: isSignIn)
    }
    return error
  }
}
