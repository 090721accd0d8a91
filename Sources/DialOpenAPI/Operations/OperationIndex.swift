import DialModel
import DialSyntax

/// The operations of a document, each read when it is asked for.
struct OperationIndex: EndpointIndex {
  private let document: OpenAPIDocument
  private let table: OperationTable
  private let reader: OperationReader
  /// What is wrong with the text, and does not matter for a call.
  private let textNotes: [Diagnostic]
  let types: (any LateTypes)?

  init(_ document: OpenAPIDocument, _ table: OperationTable, _ reader: OperationReader, notes: [Diagnostic]) {
    (self.document, self.table, self.reader, textNotes) = (document, table, reader, notes)
    types = SchemaTypes(document)
  }

  var findings: [Diagnostic] { textNotes + document.notes }

  var secretVariables: [String] { reader.security.variables }

  var hasTokens: Bool { reader.security.hasTokens }

  var names: [String] { table.names }

  func place(of name: String) -> Int? { table.place(of: name) }

  func otherNames(at index: Int) -> [String] { table.otherNames(at: index) }

  /// The first tag of an operation is the nearest one.
  func tags(at index: Int) -> [String] {
    guard let node = try? document.resolve(table.operations[index].node) else { return [] }
    let parents = Dictionary(tags.compactMap { tag in tag.parent.map { (tag.name, $0) } }) { first, _ in first }
    var all: [String] = []
    for tag in node.value(for: "tags")?.sequence?.compactMap(\.text) ?? [] {
      var path = [tag]
      while let parent = parents[path[path.count - 1]], !path.contains(parent) { path.append(parent) }
      all += path
    }
    return all.distinct().reversed()
  }

  func endpoint(at index: Int, note: (Diagnostic) -> Void) throws(Diagnostic) -> EndpointDeclaration {
    if let found = table.notes[index] { note(found) }
    return try reader.read(table.operations[index], name: table.names[index], note: note)
  }

  func summary(at index: Int) -> EndpointSummary {
    let operation = table.operations[index]
    var summary = EndpointSummary(name: table.names[index], method: operation.method, target: operation.path)
    summary.fault = reader.fault(of: operation)
    guard let node = try? document.resolve(operation.node) else { return summary }
    summary.doc = OperationReader.doc(node)?.text
    summary.tags = node.value(for: "tags")?.sequence?.compactMap(\.text) ?? []
    summary.isDeprecated = node.flag("deprecated") || node.flag("x-deprecated")
    return summary
  }

  var tags: [EndpointTag] {
    (document["tags"]?.sequence ?? []).compactMap { tag in
      tag.text(for: "name").map { name in
        EndpointTag(name: name, title: tag.text(for: "summary") ?? tag.text(for: "x-displayName"), parent: tag.text(for: "parent"))
      }
    }
  }

  /// Warnings about keys of paths that are not methods, or that there are no operations.
  private var strays: [Diagnostic] {
    let paths = document["paths"]
    // A document can describe only what its service calls (OpenAPI 3.1).
    guard paths?.mapping?.isEmpty ?? true, document["x-ms-paths"] == nil, document["webhooks"] == nil else { return table.strays }
    return [.warning(.documentOperation, "the document has no operations", at: paths?.range ?? document.root.range.beginning)]
  }

  /// The operations that can be read, with the parameters of their paths.
  private var callable: [Node] {
    table.operations.filter { reader.fault(of: $0) == nil }.flatMap { $0.shared + [$0.node] }
  }

  var notes: [Diagnostic] {
    let gets = table.operations.indices.filter { table.operations[$0].method == "GET" }.compactMap { index in
      reader.parts(of: table.operations[index]).map { (name: table.names[index], node: $0.node, parameters: $0.parameters) }
    }
    let pages = document.root.mapping?.first { $0.name == "paths" }.flatMap { paths in
      PagingAdvice(document: document).note(gets, at: paths.key.range)
    }
    return [reader.servers.note, pages].compactMap(\.self) + strays + SchemaMistakes.all(in: callable, of: document)
  }
}
