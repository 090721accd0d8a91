import Dial
import DialConsole
import Synchronization

/// A sign-in in the browser, with a redirect to a port of this machine (RFC 8252 section 7.3).
struct BrowserSignIn {
  let session: AuthSession
  let oauth: OAuthClient

  func token() async throws -> Token {
    let (visits, visit) = AsyncStream.makeStream(of: [(String, String)].self, bufferingPolicy: .bufferingNewest(8))
    let expected = Mutex<AuthorizationCode?>(nil)
    let server = try await listening { items in
      let verdict = expected.withLock { $0 }?.verdict(items) ?? .unrelated
      if verdict == .unrelated { session.console.warn("ignored a redirect from a different sign-in; still waiting for the browser") }
      visit.yield(items)
      return verdict
    }
    let code = AuthorizationCode(oauth, back: "\(server.base)/callback")
    expected.withLock { $0 = code }
    let timer = Task {
      try? await Task.sleep(for: .seconds(300))
      visit.finish()
    }
    defer { timer.cancel() }
    do {
      let address = try code.address()
      session.say("open \(address)")
      if !session.command.noBrowser { _ = session.context.browse(address) }
      for await items in visits {
        guard let token = try await code.token(items) else { continue }
        await server.stop()
        return token
      }
      try Task.checkCancellation()
      throw CallError(.credentials, "timed out waiting for the sign-in in the browser")
    } catch {
      await server.stop()
      throw error
    }
  }

  private static func page(_ verdict: AuthorizationCode.Verdict) -> String {
    switch verdict {
    case .code: "You can close this page and return to the terminal."
    case .refused: "Sign-in failed. See the terminal for details."
    case .unrelated: "This page belongs to a different sign-in. Use the page of the current sign-in."
    }
  }

  private func listening(
    _ visited: @escaping @Sendable ([(String, String)]) -> AuthorizationCode.Verdict
  ) async throws(Failure) -> LoopbackServer {
    let hint = "choose another port with --port N, or omit --port to use a free one"
    return try await Failure.serving(on: session.port, hint: hint) { request in
      guard request.method == "GET", request.target.hasPrefix("/callback?") else { return LoopbackResponse(status: 404) }
      let verdict = visited(FormCoding.decode(String(request.target.drop { $0 != "?" }.dropFirst())))
      // The page contains nothing of the request.
      return LoopbackResponse(
        headers: [("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "no-store"), ("Connection", "close")],
        body: Array("<!doctype html><title>dial</title><p>\(Self.page(verdict))</p>".utf8))
    }
  }
}
