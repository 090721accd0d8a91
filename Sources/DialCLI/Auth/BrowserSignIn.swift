import Dial
import DialCore
import DialHTTP
import DialSyntax
import Synchronization

/// A sign-in in the browser, which comes back to a port of this machine (RFC 8252 section 7.3).
struct BrowserSignIn {
  let session: AuthSession
  let signIn: SignIn

  func token() async throws -> Token {
    guard let oauth = signIn.oauth else { throw Failure.usage("the spec has no 'oauth2'") }
    let (visits, visit) = AsyncStream.makeStream(of: [(String, String)].self, bufferingPolicy: .bufferingNewest(8))
    let server = try await listening { items in visit.yield(items) }
    let code = AuthorizationCode(oauth, back: "\(server.base)/callback")
    let timer = Task {
      try? await Task.sleep(for: .seconds(300))
      visit.finish()
    }
    defer { timer.cancel() }
    do {
      let address = try code.address()
      session.console.tell("open \(address)")
      if !session.command.noBrowser { _ = session.context.browse(address) }
      for await items in visits {
        guard let token = try await code.token(items) else { continue }
        await server.stop()
        return token
      }
      throw CallError(.credentials, "nobody came back from the browser in time")
    } catch {
      await server.stop()
      throw error
    }
  }

  private func listening(_ visited: @escaping @Sendable ([(String, String)]) -> Void) async throws -> LoopbackServer {
    do {
      return try await LoopbackServer(port: session.command.port ?? 0) { request in
        guard request.method == "GET", request.target.hasPrefix("/callback?") else { return LoopbackResponse(status: 404) }
        visited(FormCoding.decode(String(request.target.drop { $0 != "?" }.dropFirst())))
        // Nothing of the request is in the page.
        return LoopbackResponse(
          headers: [("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "no-store"), ("Connection", "close")],
          body: Array("<!doctype html><title>dial</title><p>You can close this page and go back to the terminal.</p>".utf8))
      }
    } catch {
      throw Failure.io("cannot listen on port \(session.command.port ?? 0)", hint: "--port N takes another one, no --port a free one")
    }
  }
}
