import DialBuild
import DialModel
import DialSyntax
import Synchronization

/// A document, and what its references name, in the document itself and in files below its folder.
final class OpenAPIDocument: Sendable {
  private struct State {
    /// The other files, by their names in findings.
    var files: [String: ReferencedFile] = [:]
    var found: [ReferenceKey: Node] = [:]
    var notes: [Diagnostic] = []
  }

  /// A reference to a reference is followed this many times. A document is untrusted input.
  private static let longestChain = 32
  /// The maximum number of other files.
  private static let maxFiles = 4096
  /// The maximum number of references whose targets are kept.
  private static let maxKept = 100_000

  let root: Node
  /// Where the document comes from; nil if nothing says so.
  let source: DocumentSource?
  /// Whether it is Swagger 2.0, which has other places for most things.
  let isSwagger: Bool
  /// Whether a reference may name another file.
  let mayNameFiles: Bool
  private let main: ReferencedFile
  private let folder: SpecFolder
  private let state = Mutex(State())
  /// What was made of nodes.
  private let made = Mutex<[MadeKey: any Sendable]>([:])
  /// The schemas of other files, by the names of their types.
  let otherSchemas = Mutex<[String: Node]>([:])

  /// - Parameters:
  ///   - path: its path from the folder of the spec.
  ///   - folder: the folder of the spec.
  init(_ root: Node, path: String, in folder: SpecFolder, _ source: DocumentSource?) {
    (self.root, self.folder, self.source) = (root, folder, source)
    isSwagger = root.value(for: "swagger") != nil
    main = ReferencedFile(root, path: path)
    mayNameFiles = ReferenceScan.mayNameFiles(root.range.file.bytes)
  }

  subscript(key: String) -> Node? { root.value(for: key) }

  /// Whether the styles of an encoding are those of parts, too, and not only those of items of a form (OpenAPI 3.1.1 section 4.8.15.1.2).
  var hasStylesOfParts: Bool { !isSwagger && self["openapi"]?.text?.hasPrefix("3.0") == false }

  /// What does not matter for a call in the other files that were read so far.
  var notes: [Diagnostic] { state.withLock(\.notes) }

  /// Returns a node, or what it refers to. Throws if that does not exist.
  func resolve(_ node: Node) throws(Diagnostic) -> Node {
    var node = node
    for _ in 0..<Self.longestChain {
      guard let reference = node.reference else { return node }
      node = try target(of: reference)
    }
    throw .error(.documentReference, "the reference leads to itself, or over more than \(Self.longestChain) others", at: node.range)
  }

  /// Returns what a reference names (RFC 6901, in a fragment).
  func target(of reference: Node) throws(Diagnostic) -> Node {
    let written = reference.text ?? ""
    let (home, known) = state.withLock { state in
      let home = state.files.isEmpty ? main : state.files[reference.range.file.name] ?? main
      return (home, state.found[ReferenceKey(file: home.path, reference: written)])
    }
    if let known { return known }
    let address = written.prefix { $0 != "#" }
    let file = address.isEmpty ? home : try other(String(address), from: home, reference)
    guard let node = file.node(at: written[address.endIndex...].dropFirst()) else {
      let place = file === main ? "the document" : "'\(folder.name(of: file.path))'"
      throw .error(.documentReference, "'\(written.excerpt)' does not exist in \(place)", at: reference.range)
    }
    state.withLock { if $0.found.count < Self.maxKept { $0.found[ReferenceKey(file: home.path, reference: written)] = node } }
    return node
  }

  /// Returns what `make` makes of a node, or of what it names if it is only a reference. It is made once, however many references name it.
  func once<Made: Sendable>(_ node: Node, _ make: (Node) -> Made) -> Made {
    var node = node
    for _ in 0..<Self.longestChain {
      guard node.mapping?.count == 1, let reference = node.reference, let named = try? target(of: reference) else { break }
      node = named
    }
    let key = MadeKey(node: node.identity, type: ObjectIdentifier(Made.self))
    if let known = made.withLock({ $0[key] }) as? Made { return known }
    let new = make(node)
    made.withLock { $0[key] = new }
    return new
  }

  /// Returns the file that a reference names.
  private func other(_ address: String, from home: ReferencedFile, _ reference: Node) throws(Diagnostic) -> ReferencedFile {
    func refused(_ message: String, _ notes: [Diagnostic.Note] = []) -> Diagnostic {
      .error(.documentReference, "'\(address.excerpt)' \(message)", at: reference.range, notes: notes)
    }
    // The document itself, by the URI that it gives itself (OpenAPI 3.2, `$self`).
    if address == self["$self"]?.text { return main }
    if URLReference.isAbsolute(address) || address.hasPrefix("//") {
      throw refused("is a URL, which is not read; save the file below the folder of the document")
    }
    guard let path = main.path(address, from: home.path) else {
      throw refused("is outside the folder of the document; use a file inside it")
    }
    if path == main.path { return main }
    if let known = state.withLock({ $0.files[folder.name(of: path)] }) { return known }
    switch folder.document(path, below: main.folder, limit: Self.maxFiles) {
    case .failure(let refusal):
      let message =
        refusal.id == .fileOutside ? "'\(address.excerpt)' is outside the folder of the document; use a file inside it" : refusal.message
      throw .error(.documentReference, message, at: reference.range)
    case .success(let document):
      let text = DocumentText(document)
      guard let root = text.root, text.error == nil else {
        throw refused("cannot be read", text.error.map { [.init($0.message, range: $0.range)] } ?? [])
      }
      let file = ReferencedFile(root, path: path)
      return state.withLock { state in
        if let earlier = state.files[document.file.name] { return earlier }
        state.files[document.file.name] = file
        state.notes += text.notes
        return file
      }
    }
  }
}

/// A reference in a file.
private struct ReferenceKey: Hashable {
  let file: String
  let reference: String
}

/// A file to which references lead.
private final class ReferencedFile: Sendable {
  /// The number of keys above which a mapping is indexed.
  private static let large = 24

  let root: Node
  /// From the folder of the spec.
  let path: String
  /// Its folder, without a slash at its end.
  let folder: String
  private let tables = Mutex<[String: [String: Node]]>([:])
  /// The schemas with names of their own (JSON Schema 2020-12 Core section 8.2.2); nil until one is asked for.
  private let anchors = Mutex<[String: Node]?>(nil)

  init(_ root: Node, path: String) {
    (self.root, self.path) = (root, path)
    folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  /// Returns the path of a file that is named in another one below this one's folder; nil if it is outside of that folder.
  func path(_ address: String, from other: String) -> String? {
    let name = address.contains("%") ? PercentEncoding.decode(address) : address
    guard !name.hasPrefix("/"), !name.utf8.contains(0) else { return nil }
    var steps = other.split(separator: "/").dropLast()
    for step in name.split(separator: "/", omittingEmptySubsequences: true) where step != "." {
      if step != ".." { steps.append(step) } else if steps.popLast() == nil { return nil }
    }
    let path = steps.joined(separator: "/")
    return folder.isEmpty || path.hasPrefix(folder + "/") ? path : nil
  }

  /// Returns the value to which a pointer or the name of an anchor leads; nil if there is none.
  func node(at pointer: Substring) -> Node? {
    if let first = pointer.first, first != "/", first != "%" { return anchor(String(pointer)) }
    let steps = pointer.split(separator: "/", omittingEmptySubsequences: false)
    guard pointer.isEmpty || steps.first?.isEmpty == true else { return nil }
    var (node, path) = (root, "")
    for step in steps.dropFirst() {
      let name = PointerStep.decoded(step)
      guard let next = child(name, of: node, path) else { return nil }
      (node, path) = (next, path + "/" + step)
    }
    return node
  }

  private func anchor(_ name: String) -> Node? {
    anchors.withLock { known in
      if let known { return known[name] }
      var (waiting, found): ([(node: Node, isNamed: Bool)], [String: Node]) = ([(root, false)], [:])
      while let (node, isNamed) = waiting.popLast() {
        if let items = node.sequence { waiting += items.reversed().map { ($0, false) } }
        if !isNamed, let name = node.text(for: "$anchor"), found[name] == nil { found[name] = node }
        waiting += ReferenceCheck.parts(of: node, isNamed: isNamed)
      }
      known = found
      return found[name]
    }
  }

  private func child(_ name: String, of node: Node, _ path: String) -> Node? {
    if let table = tables.withLock({ $0[path] }) { return table[name] }
    if let items = node.sequence { return Int(name).flatMap { items.indices.contains($0) ? items[$0] : nil } }
    guard let entries = node.mapping, entries.count > Self.large else { return node.value(for: name) }
    let table = Dictionary(entries.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    tables.withLock { $0[path] = table }
    return table[name]
  }
}

/// Looks for references to other files in the text of a document, which takes less time than in its tree.
enum ReferenceScan {
  /// Whether there may be one. A reference into the document itself starts with `#`.
  static func mayNameFiles(_ bytes: [UInt8]) -> Bool {
    let mark = Array("$ref".utf8)
    var at = 0
    while at + mark.count < bytes.count {
      guard bytes[at] == mark[0], bytes[at + 1] == mark[1], bytes[at + 2] == mark[2], bytes[at + 3] == mark[3] else {
        at += 1
        continue
      }
      at += mark.count
      while at < bytes.count, " \t\r\n\"':".utf8.contains(bytes[at]) { at += 1 }
      if at < bytes.count, bytes[at] != UInt8(ascii: "#") { return true }
    }
    return false
  }
}

/// A node, and the type of what was made of it.
private struct MadeKey: Hashable {
  let node: NodeIdentity
  let type: ObjectIdentifier
}

enum PointerStep {
  static func decoded(_ step: Substring) -> String {
    let text = step.contains("%") ? PercentEncoding.decode(String(step)) : String(step)
    return text.contains("~") ? text.replacing("~1", with: "/").replacing("~0", with: "~") : text
  }

  static func encoded(_ name: String) -> String {
    name.replacing("%", with: "%25").replacing("~", with: "~0").replacing("/", with: "~1")
  }
}

extension Node {
  /// What `$ref` names. A property can have that name, too, and then is a mapping.
  var reference: Node? {
    guard let value = value(for: "$ref"), value.scalar != nil else { return nil }
    return value
  }

  /// Whether it is the word `true`, in quotes or not.
  var isTrue: Bool { text.map { ["true", "True", "TRUE"].contains($0) } ?? false }

  /// The value of a key that is a text.
  func text(for key: String) -> String? { value(for: key)?.text }

  /// Whether the value of a key is `true`.
  func flag(_ key: String) -> Bool { value(for: key)?.isTrue ?? false }
}
