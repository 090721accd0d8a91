import DialModel
import DialSyntax
import Synchronization

/// A document, and what its references name.
final class OpenAPIDocument: Sendable {
  /// A reference to a reference is followed this many times. A document is untrusted input.
  private static let longestChain = 32
  /// The number of keys above which a mapping is indexed.
  private static let large = 24

  let root: Node
  /// Whether it is Swagger 2.0, which has other places for most things.
  let isSwagger: Bool
  private let tables = Mutex<[String: [String: Node]]>([:])
  private let found = Mutex<[String: Node]>([:])
  /// The schemas that were read.
  private let schemas = Mutex<[NodeIdentity: Schema]>([:])

  init(_ root: Node) {
    self.root = root
    isSwagger = root.value(for: "swagger") != nil
  }

  subscript(key: String) -> Node? { root.value(for: key) }

  /// Returns a node, or what it refers to. Throws if that does not exist.
  func resolve(_ node: Node) throws(Diagnostic) -> Node {
    var node = node
    for _ in 0..<Self.longestChain {
      guard let reference = node.reference else { return node }
      node = try target(of: reference)
    }
    throw .error("document", "the reference leads to itself", at: node.range)
  }

  /// Returns what a reference names (RFC 6901, in a fragment).
  func target(of reference: Node) throws(Diagnostic) -> Node {
    let pointer = reference.text ?? ""
    if let node = found.withLock({ $0[pointer] }) { return node }
    guard pointer.hasPrefix("#") else {
      throw .error("document", "'\(pointer)' is in another file, which is not read", at: reference.range)
    }
    let steps = pointer.dropFirst().split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(PointerStep.decoded)
    var (node, path) = (root, "")
    for step in steps {
      guard let next = child(step, of: node, path) else {
        throw .error("document", "'\(pointer)' does not exist in the document", at: reference.range)
      }
      (node, path) = (next, path + "/" + step)
    }
    return found.withLock { found in
      found[pointer] = node
      return node
    }
  }

  /// Returns what a schema says; nil stands for one that says nothing. Each is read once, however many references name it.
  func schema(_ node: Node?) -> Schema {
    guard var node else { return Schema(nil, in: self) }
    // A schema that is only a reference is the one that it names.
    for _ in 0..<Self.longestChain {
      guard let entries = node.mapping, entries.count == 1, let reference = node.reference, let named = try? target(of: reference) else {
        break
      }
      node = named
    }
    guard let identity = node.identity else { return Schema(node, in: self) }
    if let known = schemas.withLock({ $0[identity] }) { return known }
    let schema = Schema(node, in: self)
    schemas.withLock { $0[identity] = schema }
    return schema
  }

  private func child(_ name: String, of node: Node, _ path: String) -> Node? {
    if let items = node.sequence { return Int(name).flatMap { items.indices.contains($0) ? items[$0] : nil } }
    guard let entries = node.mapping, entries.count > Self.large else { return node.value(for: name) }
    return tables.withLock { tables in
      if let table = tables[path] { return table[name] }
      let table = Dictionary(entries.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
      tables[path] = table
      return table[name]
    }
  }
}

private enum PointerStep {
  static func decoded(_ step: Substring) -> String {
    let text = step.contains("%") ? PercentEncoding.decode(String(step)) : String(step)
    return text.contains("~") ? text.replacing("~1", with: "/").replacing("~0", with: "~") : text
  }
}

extension Node {
  /// What `$ref` names. A property can have that name, too, and then is a mapping.
  var reference: Node? {
    guard let value = value(for: "$ref"), value.scalar != nil else { return nil }
    return value
  }

  /// Whether it is the word `true`, without quotes.
  var isTrue: Bool { scalar.map { $0.isPlain && ["true", "True", "TRUE"].contains($0.text) } ?? false }

  /// The value of a key that is a text.
  func text(for key: String) -> String? { value(for: key)?.text }

  /// Whether the value of a key is `true`.
  func flag(_ key: String) -> Bool { value(for: key)?.isTrue ?? false }
}
