import DialJSON
import DialMessage
import DialModel
import DialSyntax
import HTTPTypes

extension ShapeCheck {
  /// Returns all differences between a value and its declaration, while a check stops at the first.
  ///
  /// - Parameter range: where a document declares the shape; nil for a type of a spec, whose faults have no place of their own.
  func differences(
    _ value: JSON, from shape: Shape, _ subject: String = "the result", declaredAt range: SourceRange? = nil
  ) -> [LocatedFault] {
    var walk = ContractWalk(check: self, subject: subject, at: range)
    // Use the names in JSON, never the labels of a layout.
    walk.visit(JSONLayout.attach(nil, to: value), shape)
    return walk.faults
  }
}

extension ReplyReader {
  /// Returns the error of a response that differs from its declaration.
  func broken(_ faults: [ContractFault], _ what: String = "the response") -> CallError {
    var error = error(.contract, ContractFault.lines(faults, of: what).joined(separator: "\n"))
    error.contract = faults
    return error
  }

  func contract(
    _ value: JSON, _ content: Reply.Content, _ response: Response, _ body: inout ReplyBody, _ secrets: Secrets
  ) throws(CallError) -> [ContractFault] {
    let found =
      if response.status.kind == .successful {
        kindFaults(response, content) + shapeFaults(value, content, response) + duplicates(response, content, &body)
      } else {
        faults(of: refusal(response, body.bytes), response, body.bytes)
      }
    let faults = ContractFault.limited(found + declaredFaults(response, body))
    guard check == .error, !faults.isEmpty else { return secrets.redact(faults) }
    throw broken(faults)
  }

  func hold(_ refusal: Refusal, _ response: Response, to error: inout CallError) {
    let found = faults(of: refusal, response, error.body ?? []) + declaredFaults(response, .bytes(error.body ?? []))
    error.contract = ContractFault.limited(found)
    guard check == .error, !error.contract.isEmpty else { return }
    error.code = .contract
    error.message = ([error.message] + ContractFault.lines(error.contract, of: "the error response")).joined(separator: "\n")
  }

  // MARK: What a document declares

  /// Returns how a response differs from what the document declares for its status and its media type.
  private func declaredFaults(_ response: Response, _ body: ReplyBody) -> [ContractFault] {
    let (all, status) = (model.responses.all, response.status.code)
    if all.isEmpty { return [] }
    guard let declared = model.responses.response(for: status) else {
      let known = all.map(\.status).joined(separator: ", ")
      return [ContractFault(path: "", message: "the status \(status) is not declared; declared: \(known)", location: model.range)]
    }
    // Without a content, nothing is said about the body.
    let hasNoBody = model.method == "HEAD" || [204, 205, 304].contains(status)
    guard !declared.contents.isEmpty, !hasNoBody else { return [] }
    func fault(_ message: String, at range: SourceRange) -> [ContractFault] {
      [ContractFault(path: "", message: message, location: range)]
    }
    // What a spec says about the body is checked with its result and its failure.
    if declared.mediaTypes.isEmpty { return [] }
    let known = "declared: \(declared.mediaTypes.map { "'\($0)'" }.joined(separator: ", "))"
    if body.isEmpty {
      guard let content = declared.contents.first, let shape = content.shape, !plan.types.resolve(shape).isOptional else { return [] }
      return fault("expected \(shape.spelling), but the response is empty (status \(status))", at: content.range)
    }
    guard let type = response.mediaType else { return fault("the response has no media type; \(known)", at: declared.range) }
    guard let content = declared.content(of: type) else {
      return fault("the media type '\(type.essence)' is not declared for status \(status); \(known)", at: declared.range)
    }
    return type.isJSON && !isReplaced(response) ? faults(of: body, content) : []
  }

  /// Whether an overlay declares another type for a response.
  private func isReplaced(_ response: Response) -> Bool {
    guard response.status.kind == .successful else { return model.failure != nil }
    if case .inferred = model.result { return false }
    return true
  }

  private func faults(of body: ReplyBody, _ content: DeclaredResponse.Content) -> [ContractFault] {
    guard let shape = content.shape else { return [] }
    guard let value = body.json else {
      return [ContractFault(path: "", message: "the response is not valid JSON", location: content.range)]
    }
    let found = plan.reply.check.differences(value, from: shape, "the response", declaredAt: content.range).limited
    if content.constraints.isEmpty { return found }
    return found
      + ConstraintCheck.faults(of: value, content.constraints, at: "").map { fault in
        ContractFault(path: fault.path, message: fault.named("the response"), location: fault.range)
      }
  }

  /// Returns a media type that does not match the declared result. `decode` overrides the media type.
  private func kindFaults(_ response: Response, _ content: Reply.Content) -> [ContractFault] {
    let type = response.mediaType
    guard content != .none, model.policy.decode == nil, !hasCodec(type) else { return [] }
    let format = ReplyFormat(type)
    let expected: String
    switch (model.result, plan.reply.target) {
    case (.text, _):
      if format != nil, format != .bytes { return [] }
      expected = "text"
    case (.shape, .data?): return []
    case (.shape, .string?) where model.selection == nil:
      if format == .text || format == .json { return [] }
      expected = "text or JSON"
    case (.shape, _):
      if format == .json || format == .lines || format == .form { return [] }
      expected = "JSON"
    default: return []
    }
    let found = type.map { "has the media type '\($0.essence)'" } ?? "has no media type"
    return [ContractFault(path: "", message: "expected \(expected), but the response \(found)")]
  }

  private func shapeFaults(_ value: JSON, _ content: Reply.Content, _ response: Response) -> [ContractFault] {
    guard case .shape(let shape) = model.result else { return [] }
    if content != .none { return plan.reply.check.differences(value, from: shape).limited }
    if shape.isOptional || plan.types.resolve(shape).isOptional { return [] }
    return [ContractFault(path: "", message: emptiness(response, shape))]
  }

  /// Finds repeated names in the whole document, before any selection.
  private func duplicates(_ response: Response, _ content: Reply.Content, _ body: inout ReplyBody) -> [ContractFault] {
    guard content == .json else { return [] }
    if case .document(let json) = body { return LocatedFault.duplicates(in: json).limited }
    // Lines, and JSON in another charset than UTF-8, were decoded from a copy.
    guard !hasCodec(response.mediaType), let (value, _) = try? inferred(response, &body) else { return [] }
    return LocatedFault.duplicates(in: value).limited
  }

  private func hasCodec(_ type: MediaType?) -> Bool { (try? codec(type)) != nil }

  private func faults(of refusal: Refusal, _ response: Response, _ body: [UInt8]) -> [ContractFault] {
    let duplicates = (try? JSON(parsing: body)).map { LocatedFault.duplicates(in: $0).limited } ?? []
    // A 304 has no body.
    guard let shape = model.failure, response.status != .notModified else { return duplicates }
    if let value = refusal.failure ?? refusal.compared {
      return plan.reply.check.differences(value, from: shape, "the error response").limited + duplicates
    }
    if shape.isOptional, body.isEmpty { return [] }
    let found = response.mediaType.map { "of type '\($0.essence)'" } ?? "of unknown media type"
    return [ContractFault(path: "", message: "expected \(shape.spelling), but the error response is \(body.isEmpty ? "empty" : found)")]
  }
}
