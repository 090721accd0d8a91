public import DialJSON
public import DialMessage
import DialModel
import DialPolicies
import HTTPTypes

extension Draft {
  /// Describes credentials that are added when the call is sent: "the token 'session' is added when the call is sent"; nil if there are
  /// none.
  package var laterCredentials: String? {
    guard !bound.isForeign, engine.policies.auth.middleware(for: plan.credentialScope) != nil else { return nil }
    switch plan.model.auth {
    case .token(let token):
      return "the \(token.title.hasPrefix("oauth2") ? "token of \(token.title)" : token.title) is put in when the call is sent"
    case .digest: return "the answer to a digest challenge is put in when the call is sent"
    default: return nil
    }
  }

  /// Says that the credentials of the spec are not sent to this origin; nil if they are, or if there are none.
  package var withheld: String? {
    if case .none = plan.model.auth { return nil }
    guard bound.isForeign, let home = plan.foreign.home, let there = Origin(request.url) else { return nil }
    return "they belong to \(home.text), and are not sent to \(there.text)"
  }

  /// The secret arguments that are not sent to this origin.
  package var withheldArguments: [String] {
    guard bound.isForeign else { return [] }
    return bound.given.withheld.map { plan.model.parameters[$0].name }
  }

  /// The secrets for `-v`: those of the spec, and values with secret names.
  package var toldSecrets: Secrets {
    var secrets = request.secrets.withCookies.withNamed(of: request)
    for part in form?.parts ?? [] {
      guard case .bytes(let bytes) = part.content, SecretNames.contains(part.name) else { continue }
      secrets.add(String(decoding: bytes, as: UTF8.self))
    }
    return secrets
  }

  /// Returns the request as `--dry-run` prints it: endpoint, method, url, headers and body, without secrets unless requested.
  ///
  /// `body` is null, `{"text"}` for UTF-8, otherwise `{"base64"}`. A file over 1 MiB is `{"file", "size"}`. A multipart body is
  /// `{"size"}` and a list of its parts. A stream or a pipe is described in the same way, with a size of null if unknown. Binary bodies
  /// with a secret, and bodies of a codec with one, are `{"size"}`. `wholeBody` shows larger bodies, too.
  public func description(showingSecrets: Bool = false, wholeBody: Bool = false) async throws(CallError) -> JSON {
    let secrets = showingSecrets ? Secrets() : request.secrets
    let fields: [JSON] = request.headers.map {
      [.string($0.name.canonicalName), .string(secrets.redact($0.value))]
    }
    var members: [(String, JSON)] = [
      ("endpoint", .string(request.endpoint)), ("method", .string(plan.model.isSocket ? "WS" : request.method.rawValue)),
      ("url", .string(secrets.redact(url: request.url))), ("headers", .array(fields)),
      ("body", try await body(secrets, isWhole: wholeBody)),
    ]
    if let form { members.append(("parts", .array(form.parts.map(Self.listed)))) }
    return .object(members)
  }

  private static func listed(_ part: MultipartForm.Part) -> JSON {
    .object([
      ("name", .string(part.name)), ("filename", part.filename.map { .string($0) } ?? .null),
      ("content_type", part.type.map { .string($0) } ?? .null), ("size", part.content.count.map { JSON($0) } ?? .null),
    ])
  }

  private func body(_ secrets: Secrets, isWhole: Bool) async throws(CallError) -> JSON {
    switch request.body {
    case .none: return .null
    case .bytes(let bytes): return shown(bytes, secrets)
    case .stream(let length, let replay, _):
      let size = ("size", length.map { JSON($0) } ?? .null)
      // A body that can be read only once is kept for the call.
      guard let replay, length.map({ $0 <= 1 << 20 }) ?? true || isWhole else {
        let file = request.bodyFile?.pathOnDisk.map { [("file", JSON.string($0))] } ?? []
        return .object(file + [size])
      }
      do {
        return shown(try await replay().collect(upTo: .max), secrets)
      } catch {
        throw CallError(.io, "the body cannot be read: \((error as? TransportError)?.message ?? "\(error)")", endpoint: request.endpoint)
      }
    }
  }

  private func shown(_ bytes: [UInt8], _ secrets: Secrets) -> JSON {
    let isHidden = request.bodyHoldsSecret && !secrets.values.isEmpty
    // A codec may encode a secret in an unknown way.
    if isHidden, plan.body.isCoded { return .object([("size", JSON(bytes.count))]) }
    if let text = String(validating: bytes, as: UTF8.self) { return .object([("text", .string(secrets.redact(text)))]) }
    if isHidden { return .object([("size", JSON(bytes.count))]) }
    return .object([("base64", .string(Base64.encode(secrets.redact(bytes))))])
  }
}
