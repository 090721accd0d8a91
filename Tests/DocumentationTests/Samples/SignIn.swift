import Dial
import DialEngine
import DialPolicies
import DialTesting
import Foundation
import Testing

/// The Swift of `SignIn.md`. Its client uses mocks, and its tokens are in a new folder.
struct SignInSamples {
  private struct SSO {
    struct Answer { var token = "t", refresh = "r", seconds = 60 }
    func token(for refresh: String?) async throws -> Answer { Answer() }
  }

  private let sso = SSO()

  @Test func keeping() async throws {
    let spec = try Page(Page.catalogue + "/SignIn.md").spec("shop.yaml")
    let users = Client.mocked(spec, variables: ["USER": "ann", "PASS": "p"])
    let sso = sso
    // sample
    users.tokens = FileTokenStore("/home/ann/.local/share/app/tokens.json")
    users.renew("session") { old in
      let answer = try await sso.token(for: old?.refresh)
      return Token(answer.token, refresh: answer.refresh, lifetime: .seconds(answer.seconds))
    }
    #expect((users.tokens as? FileTokenStore)?.path == "/home/ann/.local/share/app/tokens.json")
  }
}
