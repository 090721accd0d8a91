import DialBuild
import DialModel
import DialSyntax

/// Makes the declarations of a document: what all operations share, and an index of them.
struct ServiceReader {
  private let document: OpenAPIDocument
  private let notes: [Diagnostic]
  private let files: SpecFiles

  /// - Parameter notes: what is wrong with the text, and does not matter for a call.
  init(_ root: Node, _ notes: [Diagnostic], _ files: SpecFiles) {
    let (source, found) = DocumentSource.read(beside: files.path, in: files.folder)
    document = OpenAPIDocument(root, path: files.path, in: files.folder, source)
    (self.notes, self.files) = (notes + found, files)
  }

  func service() -> ServiceDeclaration {
    let range = document.root.range
    let name = files.serviceName
    let table = OperationTable(document)
    let servers = ServerReader(document: document, service: name, own: table.servers)
    let security = SecurityReader(document, service: name)
    var (level, notes) = (LevelDeclaration(range: range), notes)
    level.settings = servers.settings()
    if let title = document["info"]?.value(for: "title"), let text = title.text {
      level.settings.append(Literal.entry("doc", text, title.range))
    }
    if let declared = document["security"], let auth = security.auth(declared, note: { notes.append($0) }) {
      level.settings.append(Entry(Literal.node("auth", declared.range), auth))
    }
    level.settings += OperationExtensions.shared(document) { notes.append($0) }
    _ = GlobalHeader.all(of: document) { notes.append($0) }
    let reader = OperationReader(document: document, security: security, servers: servers)
    level.late = LateEndpoints(
      OperationIndex(document, table, reader, notes: notes + security.findings))
    var service = ServiceDeclaration(file: range.file, range: range, level: level, paths: files.paths)
    service.servers = servers.all()
    return service
  }
}
