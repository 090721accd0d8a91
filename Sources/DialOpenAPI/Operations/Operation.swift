import DialModel
import DialSyntax

/// One operation of a document: where it is, before it is read.
struct Operation: Sendable {
  let path: String
  let method: String
  /// The parameters that all operations of the path have.
  let shared: [Node]
  let servers: Node?
  let key: Node
  let node: Node
  /// Why its path cannot be read; nil if it can.
  var fault: Diagnostic?
}

/// All operations of a document, by name.
///
/// An operation is called by its `operationId`; one without it, or with that of another one, by its method and path, as in
/// `getUsersByUsername`. Each one also answers to `GET /users/{username}`.
struct OperationTable: Sendable {
  private static let methods: Set = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]

  private(set) var operations: [Operation] = []
  private(set) var names: [String] = []
  private(set) var notes: [Int: Diagnostic] = [:]
  /// Warnings about keys of paths that are not methods.
  private(set) var strays: [Diagnostic] = []
  private var places: [String: Int] = [:]
  /// The names that several operations have.
  private var shared: Set<String> = []

  init(_ document: OpenAPIDocument) {
    for key in ["paths", "x-ms-paths"] {
      for entry in document[key]?.mapping ?? [] where !entry.name.hasPrefix("x-") { add(entry, document) }
    }
    names.reserveCapacity(operations.count)
    for index in operations.indices { name(index) }
    for index in operations.indices {
      for other in otherNames(at: index) where places[other] == nil { places[other] = index }
    }
  }

  /// The servers of operations and paths that are called in place of those of the document.
  var servers: [Node] {
    operations.flatMap { [$0.servers, $0.node.value(for: "servers")].compactMap { $0?.sequence?.first } }
  }

  /// The names that do not shift when a document changes: method and path, and what is made of them for a name that is not unique.
  func otherNames(at index: Int) -> [String] {
    let operation = operations[index]
    return ["\(operation.method) \(operation.path)"] + (shared.contains(names[index]) ? [Self.made(operation)] : [])
  }

  func place(of name: String) -> Int? { places[name] }

  private mutating func add(_ path: Entry, _ document: OpenAPIDocument) {
    let item: Node
    do throws(Diagnostic) {
      item = try document.resolve(path.value)
    } catch {
      operations.append(
        Operation(path: path.name, method: "GET", shared: [], servers: nil, key: path.key, node: path.value, fault: error))
      return
    }
    // What a path item says beside a reference comes first (OpenAPI 3.1.1 section 4.8.9 leaves it open).
    let own = path.value.value(for: "$ref") == nil ? [] : (path.value.mapping ?? []).filter { $0.name != "$ref" }
    let entries = own + (item.mapping ?? []).filter { entry in !own.contains { $0.name == entry.name } }
    func value(_ key: String) -> Node? { entries.first { $0.name == key }?.value }
    let (shared, servers) = (value("parameters")?.sequence ?? [], value("servers"))
    for entry in entries {
      let method = entry.name.lowercased()
      // In capitals it is meant, too.
      let isMethod = Self.methods.contains(method) && (method == entry.name || value(method) == nil)
      if !isMethod, !entry.name.hasPrefix("x-"), entry.value.value(for: "responses") != nil {
        let what =
          "'\(entry.name.excerpt)' is not a method, so the operation is left out; methods are \(Self.methods.sorted().joined(separator: ", "))"
        strays.append(.warning(.documentOperation, what, at: entry.key.range))
      }
      let operations = isMethod ? [entry] : entry.name == "additionalOperations" ? entry.value.mapping ?? [] : []
      for operation in operations where operation.value.mapping != nil {
        self.operations.append(
          Operation(
            path: path.name, method: isMethod ? method.uppercased() : operation.name, shared: shared, servers: servers,
            key: operation.key, node: operation.value))
      }
    }
  }

  private mutating func name(_ index: Int) {
    let operation = operations[index]
    let written = operation.node.value(for: "operationId")
    var name = written?.text.flatMap { $0.isEmpty ? nil : $0 } ?? Self.made(operation)
    if let written, places[name] != nil {
      shared.insert(name)
      let made = Self.made(operation)
      notes[index] = .warning(.documentName, "another operation is called '\(name)', so this one is '\(made)'", at: written.range)
      name = made
    }
    var (unique, number) = (name, 2)
    while places[unique] != nil { (unique, number) = ("\(name)\(number)", number + 1) }
    names.append(unique)
    places[unique] = index
  }

  /// Makes a name of method and path: `getUsersByUsername` for `GET /users/{username}`.
  private static func made(_ operation: Operation) -> String {
    var name = operation.method.lowercased()
    var word = ""
    func capital(_ word: String) -> String {
      word.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
    for character in operation.path.prefix(while: { $0 != "?" }) {
      switch character {
      case "{":
        name += capital(word) + "By"
        word = ""
      case "}", "/":
        name += capital(word)
        word = ""
      default: word.append(character)
      }
    }
    return name + capital(word)
  }
}
