import DialJSON
package import DialMessage
import DialModel
import DialSyntax

/// A sign-in on another device (RFC 8628): the user enters a code there, and the token server is polled until then.
package struct DeviceCode: Sendable {
  /// The address for the user, safe to print.
  package let address: String
  /// The address that contains the code, if the server has one.
  package let wholeAddress: String?
  package let code: String
  private let client: OAuthClient
  private let secret: String
  private let end: ContinuousClock.Instant
  private let interval: Duration

  package init(_ client: OAuthClient) async throws(CallError) {
    let reply = try await client.post(try client.scope() + Self.identity(client), to: "device_url")
    func text(_ name: String) -> String? { reply.value[member: name].asString.flatMap { $0.isEmpty ? nil : TerminalText.safe($0) } }
    guard let secret = reply.value[member: "device_code"].asString, let code = text("user_code"),
      let address = text("verification_uri") ?? text("verification_url")
    else { throw CallError(.credentials, "the server returned no device code") }
    (self.client, self.secret, self.code, self.address) = (client, secret, code, address)
    wholeAddress = text("verification_uri_complete")
    end = .now + .seconds(min(max(reply.value[member: "expires_in"].asInt ?? 900, 1), 3600))
    let asked = reply.value[member: "interval"]
    interval = .seconds(min(max(asked.asInt ?? asked.asString.flatMap { Int($0) } ?? 5, 1), 60))
  }

  private static func identity(_ client: OAuthClient) throws(CallError) -> [(String, String)] {
    guard client.oauth.clientAuth == .basic, try client.value("client_secret") != nil, let id = try client.value("client_id") else {
      return []
    }
    return [("client_id", id)]
  }

  /// Polls until the user has accepted or denied.
  package func token() async throws(CallError) -> Token {
    var wait = interval
    while .now + wait < end {
      do { try await Task.sleep(for: wait) } catch { throw CallError(.cancelled, "the sign-in was cancelled") }
      do throws(CallError) {
        return try await client.token([("grant_type", "urn:ietf:params:oauth:grant-type:device_code"), ("device_code", secret)])
      } catch {
        switch OAuthClient.said(error).code {
        case "authorization_pending": break
        case "slow_down": wait += .seconds(5)
        case "access_denied": throw CallError(.credentials, "the sign-in was refused on the other device")
        case "expired_token": throw Self.late
        // A temporary error is not a denial (RFC 8628 section 3.5).
        default:
          guard error.mayPass else { throw error }
          if error.code == .timeout { wait += .seconds(5) }
          wait = max(wait, RetryAfter.wait(error.headers) ?? .zero)
        }
      }
    }
    throw Self.late
  }

  private static let late = CallError(.credentials, "the code was not entered in time", hint: "sign in again")
}
