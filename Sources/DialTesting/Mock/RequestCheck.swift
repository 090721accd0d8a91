import Dial

/// Finds certain differences between a request and its endpoint. Credentials are not checked.
struct RequestCheck {
  let route: MockRoute
  let types: TypeTable

  private var endpoint: EndpointModel { route.endpoint }

  func faults(_ request: LoopbackRequest, path: [String: String], query: [(String, String)]) -> [String] {
    let cookies = (request.header("cookie") ?? "").split(separator: ";").map { item in
      let sides = item.drop { $0 == " " }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(sides[0]), String(sides.last ?? ""))
    }
    let headers = request.headers.map { ($0.name.lowercased(), $0.value) }
    let pathFaults = endpoint.parameters.filter { $0.place == .path }.compactMap { parameter in
      path[parameter.wire].flatMap { fault($0, parameter) }
    }
    return pathFaults + fixedFaults(query) + missing(.query, in: query, "query item") + missing(.header, in: headers, "header")
      + missing(.cookie, in: cookies, "cookie") + bodyFaults(request)
  }

  private func fixedFaults(_ query: [(String, String)]) -> [String] {
    let missing = route.fixed.filter { item in !query.contains { $0 == item } }
      .map { $0.value.isEmpty ? $0.name : "\($0.name)=\($0.value)" }
    return (missing + route.filled.filter { name in !query.contains { $0.0 == name } }).map { "the query item '\($0)' is missing" }
  }

  /// Returns required parameters of a location that are missing, and invalid ones if `readsText`.
  private func missing(_ place: Place, in items: [(String, String)], _ what: String, readsText: Bool = true) -> [String] {
    let hasSpread = endpoint.parameters.contains { $0.place == place && $0.style.objects == .spread }
    return endpoint.parameters.filter { $0.place == place && !$0.isSpread && !$0.isFlag }.compactMap { parameter in
      let wire = place == .header ? parameter.wire.lowercased() : parameter.wire
      let texts = items.filter { $0.0 == wire }.map(\.1)
      if let first = texts.first {
        // Members of an object can have the name of another parameter.
        let fits = hasSpread && texts.contains { fault($0, parameter) == nil }
        return readsText && !fits ? fault(first, parameter) : nil
      }
      if !parameter.isRequired || mayBeEmpty(parameter.shape) { return nil }
      // The name with an index or a member: `tags[]`, `filter.a`.
      if items.contains(where: { $0.0.hasPrefix(wire + "[") || $0.0.hasPrefix(wire + ".") }) { return nil }
      return "the \(what) '\(parameter.wire)' is missing"
    }
  }

  /// Whether a value of the shape can be sent as nothing, or under other names.
  private func mayBeEmpty(_ shape: Shape) -> Bool {
    switch types.resolve(shape).wrapped {
    case .array, .dictionary, .record: true
    default: false
    }
  }

  /// Returns why a text is not valid for a parameter; nil if it is, or if that is unknown.
  private func fault(_ text: String, _ parameter: ParameterModel) -> String? {
    let shape = types.resolve(parameter.shape).wrapped
    let value: JSON
    switch types.resolve(shape) {
    case .bool: value = ["1": true, "0": false][text].map { JSON($0) } ?? Shape.bool.value(of: text)
    case .int, .int64, .uint64, .double, .decimal, .uuid, .day, .literals: value = types.resolve(shape).value(of: text)
    case .date where parameter.style.dates ?? .rfc3339 == .rfc3339: value = .string(text)
    default: return nil
    }
    return ShapeCheck(types: types).fault(value, shape, at: parameter.wire)?.message
  }

  private func bodyFaults(_ request: LoopbackRequest) -> [String] {
    // The body may have another declared media type.
    let endpoint = request.header("content-type").map(endpoint.sending) ?? endpoint
    let members = endpoint.parameters.filter { $0.place == .field }
    let parts = endpoint.parameters.filter { $0.place == .part }
    let whole = endpoint.parameters.first { $0.place == .body }
    let isDeclared = !members.isEmpty || !parts.isEmpty || whole != nil || endpoint.body != nil
    guard request.body.count == request.size, isDeclared else { return [] }
    let type = request.header("content-type")
    if let whole {
      // A file may be empty.
      if isBytes(whole.shape) { return [] }
      // A file can be sent for an undeclared body, with its own media type.
      if whole.shape.isUntyped, let type, MediaType(type)?.isJSON == false { return [] }
    }
    switch endpoint.encoding {
    case .json: return wrongType(type, request, "JSON") { $0.isJSON } ?? jsonFaults(request.body, members, whole)
    case .form:
      let items = FormCoding.decode(String(decoding: request.body, as: UTF8.self))
      return wrongType(type, request, "application/x-www-form-urlencoded") { $0.isForm } ?? missing(.field, in: items, "form item")
    case .multipart where !parts.isEmpty || !request.body.isEmpty:
      guard let media = type.flatMap({ MediaType($0) }), media.essence == "multipart/form-data", let boundary = media["boundary"],
        let sent = MultipartParts.read(request.body, boundary: boundary)
      else { return ["the body is not valid multipart/form-data with a boundary"] }
      return missing(.part, in: sent.map { (Self.partName($0), "") }, "part", readsText: false)
    default: return []
    }
  }

  /// Returns the name of a part without the escapes of the WHATWG.
  private static func partName(_ part: MultipartParts.Part) -> String {
    part.name.replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing("%0A", with: "\n")
  }

  /// Returns that the body does not have the declared media type; nil if it does. A body without a type counts as the expected one.
  private func wrongType(_ type: String?, _ request: LoopbackRequest, _ wanted: String, _ fits: (MediaType) -> Bool) -> [String]? {
    // A spec that sets Content-Type itself takes precedence.
    let isOwn = endpoint.headers.map(\.name) + endpoint.parameters.filter { $0.place == .header }.map(\.wire)
    guard let type, !request.body.isEmpty, !isOwn.contains(where: { $0.lowercased() == "content-type" }),
      !(MediaType(type).map(fits) ?? false)
    else { return nil }
    return ["the Content-Type must be \(wanted), but is '\(type.prefix(80))'"]
  }

  /// Whether the body is sent as unchanged bytes.
  private func isBytes(_ shape: Shape) -> Bool {
    switch types.resolve(types.resolve(shape).wrapped) {
    case .data, .file: true
    default: false
    }
  }

  private func jsonFaults(_ bytes: [UInt8], _ members: [ParameterModel], _ whole: ParameterModel?) -> [String] {
    if bytes.isEmpty, endpoint.isBodyOptional || whole.map({ !$0.isRequired }) ?? false { return [] }
    if bytes.isEmpty { return ["the JSON body is missing"] }
    let json: JSON
    do throws(JSONError) {
      json = try JSON(parsing: bytes)
    } catch {
      return ["the body is not valid JSON: \(error.message)"]
    }
    let check = { (style: Style) in ShapeCheck(types: types, names: .wires, dates: style.dates ?? .rfc3339) }
    if let whole { return check(whole.style).fault(json, whole.shape, at: "body").map { [$0.message] } ?? [] }
    if endpoint.body != nil { return [] }
    guard json.asObject != nil else { return ["the body is not an object"] }
    return members.filter { !$0.isSpread }.compactMap { member in
      let value = json[member: member.wire]
      if value.asKind == .absent { return member.isRequired || member.isNeeded ? "the body field '\(member.wire)' is missing" : nil }
      if value.isNull { return nil }
      return check(member.style).fault(value, member.shape, at: member.wire)?.message
    }
  }
}
