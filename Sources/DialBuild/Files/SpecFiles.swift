import DialMessage
package import DialModel
package import DialSyntax

/// The other files of a spec, in or below its folder. Their faults are findings at the place where they are named.
package final class SpecFiles {
  private static let maxFiles = 32

  package let findings: Findings
  private let frontEnds: [any FrontEnd]
  package private(set) var paths: SpecPaths
  private var open: [String]
  private var trees: [String: Node?] = [:]
  /// Whether all named files exist and are usable.
  package private(set) var isWhole = true
  /// The name of the service that the first file describes, after which a format names the variables of credentials.
  package private(set) var serviceName: String
  /// Whether a file says the name itself.
  private var isNamed = false
  /// The files themselves.
  package let folder: SpecFolder

  /// - Parameters:
  ///   - name: the name of the first file in findings.
  ///   - folder: its real folder; nil if it comes from text.
  package init(_ findings: Findings, name: String, folder: String?, _ frontEnds: [any FrontEnd]) {
    self.findings = findings
    self.frontEnds = frontEnds
    paths = SpecPaths(folder: folder)
    serviceName = Paths.stem(of: name)
    let slash = name.lastIndex(of: "/")
    self.folder = SpecFolder(folder, shown: slash.map { String(name[...$0]) } ?? "")
    open = [slash.map { String(name[name.index(after: $0)...]) } ?? name]
  }

  /// Sets the name that an overlay gives the service. The outermost overlay has the last word.
  package func nameService(_ name: String) {
    if !isNamed { (serviceName, isNamed) = (name, true) }
  }

  /// Names the service after the file that an overlay changes, so that variables do not depend on where the overlay is.
  package func nameService(after file: String) {
    if !isNamed { serviceName = Paths.stem(of: file) }
  }

  /// The path of the file that is being read, from the folder of the spec.
  package var path: String { open.last ?? "" }

  /// Returns the tree of a named file, which `role` completes with its own files; nil after a finding. A file is read once.
  package func tree(_ node: Node, _ key: String, _ role: (Node) -> Node) -> Node? {
    tree(node, key) { document in
      findings.add(document)
      return document.root.map(role)
    }
  }

  /// - Parameter role: returns the tree of the file, and adds its findings.
  package func tree(_ node: Node, _ key: String, reading role: (YAMLDocument) -> Node?) -> Node? {
    guard let path = path(node, key) else { return nil }
    if let tree = trees[path] { return tree }
    let tree = read(path, at: node).flatMap { document in
      inside(path) {
        let tree = role(document)
        return document.isEmpty ? nil : tree
      }
    }
    trees[path] = .some(tree)
    isWhole = isWhole && tree != nil
    return tree
  }

  /// Returns the declarations of a named file, in whatever format it is; nil after a finding.
  package func service(_ node: Node, _ key: String) -> ServiceDeclaration? {
    guard let path = path(node, key) else { return nil }
    let service = read(path, at: node).flatMap { document in
      document.isEmpty ? nil : inside(path) { frontEnds.declarations(of: document, self) }
    }
    isWhole = isWhole && service != nil
    return service
  }

  /// Returns the path of a named file from the folder of the spec; nil after a finding.
  private func path(_ node: Node, _ key: String) -> String? {
    let path = Paths.inside(node, key, findings).flatMap { written -> String? in
      if paths.folder == nil { return refuse("'\(written)' cannot be read, because the spec is not a file or is not trusted", at: node) }
      let path = subfolder + Self.plain(written)
      guard let place = open.firstIndex(of: path) else { return path }
      let cycle = (open[place...] + [path]).map { "'\($0)'" }.joined(separator: " -> ")
      return refuse("the files refer to each other in a cycle: \(cycle)", at: node)
    }
    isWhole = isWhole && path != nil
    return path
  }

  private func inside<Found>(_ path: String, _ read: () -> Found) -> Found {
    open.append(path)
    defer { open.removeLast() }
    return read()
  }

  private func read(_ path: String, at node: Node) -> YAMLDocument? {
    if !folder.isReadable { return nil }
    switch folder.document(path, limit: Self.maxFiles) {
    case .failure(let refusal): return findings.fail(refusal.id, refusal.message, at: node.range)
    case .success(let document):
      if let slash = path.lastIndex(of: "/") { paths.subfolders[document.file.name] = String(path[...slash]) }
      return document
    }
  }

  private var subfolder: String {
    guard let path = open.last, let slash = path.lastIndex(of: "/") else { return "" }
    return String(path[...slash])
  }

  private func refuse<Found>(_ message: String, at node: Node) -> Found? { findings.fail(.fileUnreadable, message, at: node.range) }

  /// Returns the path without `.` and repeated slashes, so that each file has one path.
  private static func plain(_ path: String) -> String {
    path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
  }
}
