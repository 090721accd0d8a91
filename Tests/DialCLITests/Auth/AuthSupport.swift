import DialHTTP
import DialJSON
import Foundation
import Synchronization

@testable import DialCLI
@testable import DialConsole

/// A folder for a user, and command lines that run in it.
final class Home: Sendable {
  let path: String
  /// The questions; hidden ones in brackets.
  private let questions = Mutex<[String]>([])

  init() { path = NSTemporaryDirectory() + "dial-home-\(UUID().uuidString)" }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var asked: [String] { questions.withLock { $0 } }
  var tokens: String { path + "/data/tokens.json" }
  var profiles: String { path + "/config/profiles.yaml" }

  /// Runs a line; `answers` are typed in order.
  func dial(
    _ line: String, _ more: [String] = [], specs: [String: String] = [:], answers: [String] = [], stdin: String = "",
    profile: String? = nil,
    browse: @escaping @Sendable (String) -> Bool = { _ in false }
  ) async -> Ran {
    let rest = Mutex(answers)
    return await DialCLITests.dial(line, more, specs: specs, stdin: stdin) { context in
      context.user = UserFolders(config: self.path + "/config", data: self.path + "/data")
      context.ask = { question, isHidden in
        self.questions.withLock { $0.append(isHidden ? "[\(question)]" : question) }
        return rest.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      }
      context.browse = browse
      context.profile = profile
    }
  }
}

/// A server of tokens that records its requests.
final class SignInServer: Sendable {
  struct State {
    var asked: [String] = []
    /// The responses of `/token` before the token: `error` codes (RFC 6749), with 400 or the status before them; a status alone; `closed`.
    var pending: [String] = []
    /// The lifetime of a device code in seconds.
    var lifetime = 60
    var given = 0
  }

  let state = Mutex(State())
  private let served = Mutex<LoopbackServer?>(nil)
  var base: String { served.withLock { $0 }?.base ?? "" }
  var asked: [String] { state.withLock { $0.asked } }

  init() async throws {
    let box = Box()
    let server = try await LoopbackServer { request in box.answer(request) }
    served.withLock { $0 = server }
    box.set(self)
  }

  private final class Box: Sendable {
    private struct Link { weak var server: SignInServer? }
    private let link = Mutex(Link())
    func set(_ server: SignInServer) { link.withLock { $0.server = server } }
    func answer(_ request: LoopbackRequest) -> LoopbackResponse { link.withLock { $0.server }?.answer(request) ?? .dropped }
  }

  func stop() async { await served.withLock { $0 }?.stop() }

  private func answer(_ request: LoopbackRequest) -> LoopbackResponse {
    let body = String(decoding: request.body, as: UTF8.self)
    let path = String(request.target.prefix { $0 != "?" })
    state.withLock { $0.asked.append("\(request.method) \(path)" + (body.isEmpty ? "" : " \(body)")) }
    switch path {
    case "/login": return Self.json(#"{"access_token":"sekret-access","refresh_token":"sekret-refresh","expires_in":3600}"#)
    case "/refused": return Self.json(#"{"error":"no"}"#, status: 401)
    case "/device":
      return Self.json(
        #"{"device_code":"sekret-device","user_code":"ABCD-EFGH","verification_uri":"https://login.test/device","#
          + #""expires_in":\#(state.withLock { $0.lifetime }),"interval":1}"#)
    case "/token":
      if let error = state.withLock({ $0.pending.isEmpty ? nil : $0.pending.removeFirst() }) {
        if error == "closed" { return .dropped }
        let words = error.split(separator: " ")
        if let status = Int(words[0]) {
          return Self.json(words.count > 1 ? #"{"error":"\#(words[1])"}"# : "", status: status)
        }
        return Self.json(#"{"error":"\#(error)"}"#, status: 400)
      }
      return Self.json(#"{"access_token":"sekret-access","refresh_token":"sekret-refresh","token_type":"bearer","scope":"read write"}"#)
    case "/revoke": return Self.json("{}")
    case "/me":
      let told = request.header("Authorization") ?? "nobody"
      if told == "Bearer sekret-access" { return Self.json(#"{"ok":true}"#) }
      return Self.json(#"{"told":\#(JSONWriter.quote(told))}"#, status: 401)
    default: return Self.json("{}", status: 404)
    }
  }

  private static func json(_ text: String, status: Int = 200) -> LoopbackResponse {
    LoopbackResponse(status: status, headers: [("Content-Type", "application/json")], body: Array(text.utf8))
  }

  static func serving(_ run: (SignInServer) async throws -> Void) async throws {
    let server = try await SignInServer()
    do { try await run(server) } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }
}
