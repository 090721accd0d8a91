import DialBuild
public import DialJSON
public import DialMessage
package import DialModel
import DialPolicies
import HTTPTypes

/// A bound request and the client that sends it.
@dynamicMemberLookup
public struct Draft: Sendable {
  package var bound: BoundRequest
  package let engine: Engine
  package var plan: EndpointPlan
  /// Whether to reconnect a stream of events; nil for the setting of the spec.
  var reconnect: Bool?
  package var check: ResponseCheck
  package var isTimed: Bool

  /// The request that will be sent.
  public var request: PreparedRequest {
    // Yields the request in place, because a copy costs a tenth of binding it.
    _read { yield bound.request }
    _modify { yield &bound.request }
  }

  package var accepted: StatusSet { bound.request.context[AcceptedStatuses.self] ?? plan.accept }

  var form: MultipartForm? { bound.form }

  package var endpoint: EndpointModel { plan.model }

  /// Whether a response that differs from its declaration is an error.
  package var isStrict: Bool { check == .error }

  /// Returns an argument or its default by name; nil if it is absent.
  package func argument(_ name: String) -> JSON? {
    if case .slot(let slot)? = plan.arguments[name] { return bound.given.value(slot) }
    return bound.given.extras.first { $0.name == name }?.value.json
  }

  /// Decides which origins do not get the credentials of the call.
  package var foreign: CrossOriginRule { plan.foreign.of(request) }

  /// Where the arguments were written, in the order of writing; nothing unless the options of the call ask for it.
  package var placements: [Placement] { bound.trace ?? [] }

  /// Reads or changes a property of the request: `draft.url`, `draft.policy.readTimeout = .seconds(5)`.
  public subscript<Value>(dynamicMember path: WritableKeyPath<PreparedRequest, Value>) -> Value {
    get { bound.request[keyPath: path] }
    _modify { yield &bound.request[keyPath: path] }
  }

  /// Describes the credentials that are added when the call is sent: "the token 'session' is added when the request is sent"; nil if there
  /// are none.
  package var laterCredentials: String? {
    guard !bound.isForeign, engine.policies.auth.middleware(for: plan.credentialScope) != nil else { return nil }
    let texts = plan.auth.compactMap { $0.authorizer?.product($0) }
    if texts.isEmpty { return nil }
    return "\(texts.joined(separator: " and ")) \(texts.count == 1 ? "is" : "are") added when the request is sent"
  }

  package var withheld: String? {
    if plan.auth.isEmpty { return nil }
    guard bound.isForeign, let there = Origin(request.url) else { return nil }
    return "they \(CredentialRefusal.owner(foreign)) and are not sent to \(there.text)"
  }

  package var withheldArguments: [String] {
    guard bound.isForeign else { return [] }
    return bound.given.withheld.map { plan.model.parameters[$0].name }
  }

  /// The secrets for `-v`: those of the spec, and values with secret names.
  package var outputSecrets: Secrets { request.secrets.withCookies.withUndeclared(of: request) }

  /// Whether the result is the unchanged bytes of the body.
  package var givesBytes: Bool {
    if case .bytes = plan.model.result { return true }
    if case .data? = plan.reply.target { return plan.model.selection == nil }
    return false
  }

  /// Whether the spec declares no result, selects nothing, and accepts a success whatever its body is.
  package var givesWhatComes: Bool {
    guard case .inferred = plan.model.result else { return false }
    return plan.model.selection == nil && plan.model.policy.refusal == nil
  }

  /// Returns the draft of a call whose body is kept as bytes. Unless it has content codings of its own, it asks for the bytes that the server
  /// stores, so that their length is known and a part of them can be requested; with `compressed`, the transfer can be compressed.
  package func storing(compressed: Bool = false) -> Draft {
    if let own = request.headers[.acceptEncoding], own != Self.uncoded { return self }
    var draft = self
    draft.request.headers[.acceptEncoding] = compressed ? "gzip, deflate" : Self.uncoded
    return draft
  }

  private static let uncoded = "identity"

  /// The request as `--dry-run` prints it: endpoint, method, url, headers and body, without secrets by default.
  ///
  /// `body` is null, `{"text"}` if it is UTF-8, or `{"base64"}`. It is `{"file", "size"}` for a file and `{"size"}` for a multipart body,
  /// if they are larger than 1 MiB and `wholeBody` is false, and `{"size"}` for a binary body with a secret. The size of a stream or a pipe
  /// may be null. `parts` lists the parts of a multipart body, with their text.
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
    if let form { members.append(("parts", .array(form.parts.map { Self.listed($0, secrets) }))) }
    return .object(members)
  }

  private static func listed(_ part: MultipartForm.Part, _ secrets: Secrets) -> JSON {
    var members: [(String, JSON)] = [
      ("name", .string(part.name)), ("filename", part.filename.map { .string($0) } ?? .null),
      ("content_type", part.type.map { .string($0) } ?? .null), ("size", part.content.count.map { JSON($0) } ?? .null),
    ]
    // The text of a field is shown, the content of a file is not.
    if part.filename == nil, case .bytes(let bytes) = part.content, let text = String(validating: bytes, as: UTF8.self) {
      members.append(("text", .string(secrets.redact(text))))
    }
    return .object(members)
  }

  private func body(_ secrets: Secrets, isWhole: Bool) async throws(CallError) -> JSON {
    switch request.body {
    case .none: return .null
    case .bytes(let bytes) where form != nil && !isWhole && bytes.count > 1 << 20: return .object([("size", JSON(bytes.count))])
    case .bytes(let bytes): return shown(bytes, secrets)
    case .stream(let length, let replay, _):
      let size = ("size", length.map { JSON($0) } ?? .null)
      // A body that can be read only once is kept for the call.
      guard let replay, length.map({ $0 <= 1 << 20 }) ?? true || isWhole else {
        let file = request.context[File.self]?.pathOnDisk.map { [("file", JSON.string($0))] } ?? []
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
    let isHidden = request.context[BodyHoldsSecret.self] && !secrets.values.isEmpty
    // A codec may encode a secret in an unknown way.
    if isHidden, plan.body.isCoded { return .object([("size", JSON(bytes.count))]) }
    if let text = String(validating: bytes, as: UTF8.self) { return .object([("text", .string(secrets.redact(text)))]) }
    if isHidden { return .object([("size", JSON(bytes.count))]) }
    return .object([("base64", .string(Base64.encode(secrets.redact(bytes))))])
  }
}

extension Draft {
  /// The same draft with another total timeout or none, unless the spec or the caller sets one.
  package func timed(_ total: Duration?) -> Draft {
    var draft = self
    if !isTimed, plan.model.policy.totalTimeout == nil { draft.bound.request.policy.totalTimeout = total }
    return draft
  }

  /// Lets a limit delay the call for any time, which does not count as time of the call.
  package mutating func waitsForItsTurn() {
    // A value in the context costs a copy.
    if plan.model.policy.limit != nil { request.context[WaitsForTurn.self] = true }
  }
}

extension Draft: SecretHolder {
  /// The method, the URL without secrets, and the names of the headers.
  public var description: String { request.description }
}
