import Dial

/// A recording, as a HAR 1.2 file. Members that Dial does not know are kept.
struct HARDocument {
  private var members: [(String, JSON)]
  private var log: [(String, JSON)]
  /// The entries as in the file.
  private var written: [JSON] = []

  /// Creates an empty recording.
  init() {
    members = []
    log = [("version", "1.2"), ("creator", ["name": "Dial", "version": .string(DialVersion.number)])]
  }

  init(parsing bytes: [UInt8]) throws(HARFault) {
    let json: JSON
    do throws(JSONError) {
      json = try JSON(parsing: bytes)
    } catch {
      let place = error.line.flatMap { line in error.column.map { "line \(line), column \($0): " } } ?? ""
      throw HARFault("\(place)\(error.message)")
    }
    let root = HARNode(json: json, path: "")
    guard let log = try root.object("log") else { throw HARFault("it is not a HAR file, because it has no 'log'") }
    guard try log.list("entries") != nil else { throw HARFault("it is not a HAR file, because it has no 'log.entries'") }
    members = json.asObject.map { $0.filter { $0.name != "log" }.map { ($0.name, $0.value) } } ?? []
    self.log = log.json.asObject.map { $0.filter { $0.name != "entries" }.map { ($0.name, $0.value) } } ?? []
    written = json.log.entries.asArray.map(Array.init) ?? []
  }

  /// Parses the entries. Throws for the first invalid one.
  func entries(_ attachments: HARAttachments? = nil) throws(HARFault) -> [HAREntry] {
    var entries: [HAREntry] = []
    for (index, json) in written.enumerated() {
      entries.append(try HAREntry(HARNode(json: json, path: "log.entries[\(index)]", attachments: attachments)))
    }
    return entries
  }

  mutating func append(_ entries: [HAREntry]) { written += entries.map(\.json) }

  /// The file, indented by 2, with a final line feed.
  var bytes: [UInt8] {
    let log = JSON.object(log + [("entries", .array(written))])
    return JSONWriter.bytes(.object([("log", log)] + members), indent: 2) + [0x0A]
  }
}

/// A value of a recording with its path, for errors. null counts as absent.
struct HARNode {
  let json: JSON
  let path: String
  /// Where the entries with `_file` find their bodies; nil for nowhere.
  var attachments: HARAttachments?

  private func member(_ name: String) throws(HARFault) -> HARNode? {
    guard json.asObject != nil else { throw fault("an object") }
    let value = json[member: name]
    return value.asKind == .absent || value.isNull
      ? nil : HARNode(json: value, path: path.isEmpty ? name : "\(path).\(name)", attachments: attachments)
  }

  private func member<Value>(
    _ name: String, _ expected: String, _ read: (JSON) -> Value?
  ) throws(HARFault) -> (node: HARNode, value: Value)? {
    guard let node = try member(name) else { return nil }
    guard let value = read(node.json) else { throw node.fault(expected) }
    return (node, value)
  }

  func object(_ name: String) throws(HARFault) -> HARNode? { try member(name, "an object", \.asObject)?.node }

  func list(_ name: String) throws(HARFault) -> [HARNode]? {
    guard let (node, items) = try member(name, "an array", \.asArray) else { return nil }
    return items.enumerated().map { HARNode(json: $1, path: "\(node.path)[\($0)]", attachments: attachments) }
  }

  func text(_ name: String) throws(HARFault) -> String? { try member(name, "a string", \.asString)?.value }

  func number(_ name: String, in range: ClosedRange<Int>) throws(HARFault) -> Int? {
    guard let node = try member(name) else { return nil }
    guard let number = node.json.asInt, range.contains(number) else {
      throw HARFault(
        "'\(node.path)' must be a number from \(range.lowerBound) to \(range.upperBound), but is \(JSONWriter.text(node.json).prefix(40))")
    }
    return number
  }

  /// Returns the bytes of a text, which can be base64 or in a file beside the recording (`_file`).
  func bytes(_ name: String) throws(HARFault) -> [UInt8]? {
    guard let text = try text(name) else { return try attached() }
    guard let encoding = try encoding(), !encoding.isEmpty else { return Array(text.utf8) }
    guard encoding.lowercased() == "base64" else { throw HARFault("'\(path).encoding' must be 'base64', but is '\(encoding.prefix(40))'") }
    let digits = String(decoding: text.utf8.filter { $0 > 0x20 }, as: UTF8.self)
    guard let bytes = Base64.decode(digits) else { throw HARFault("'\(path).\(name)' is not valid base64") }
    return bytes
  }

  /// Whether a text is there that was decoded by its charset.
  func isText(_ name: String) throws(HARFault) -> Bool {
    let encoding = try encoding() ?? ""
    return try text(name) != nil && encoding.isEmpty
  }

  private func encoding() throws(HARFault) -> String? {
    let encodings = [try text("encoding"), try text("_encoding")]
    return encodings.compactMap(\.self).first
  }

  private func attached() throws(HARFault) -> [UInt8]? {
    guard let name = try text("_file") else { return nil }
    return try attachments?.content(name, of: "\(path)._file")
  }

  func missing(_ name: String) -> HARFault { HARFault("'\(path)' has no '\(name)'") }

  private func fault(_ expected: String) -> HARFault {
    HARFault("\(path.isEmpty ? "it" : "'\(path)'") must be \(expected), but is \(Self.words[json.asKind] ?? "nothing")")
  }

  private static let words: [JSON.Kind: String] = [
    .null: "null", .bool: "a Boolean", .number: "a number", .string: "a string", .array: "an array", .object: "an object",
  ]
}
