import DialMessage
package import DialModel
package import DialSyntax

/// The other files of a spec, in or below its folder. Their faults are findings at the place where they are named.
package final class SpecFiles {
  private static let maxFiles = 32
  private static let maxBytes = 64 << 20

  package let findings: Findings
  private let frontEnds: [any FrontEnd]
  package private(set) var paths: SpecPaths
  private var open: [String]
  private var trees: [String: Node?] = [:]
  private var count = 0
  private var bytesLeft = SpecFiles.maxBytes
  /// Whether all named files exist and are usable.
  package private(set) var isWhole = true
  /// The name of the service that the first file describes, after which a format names the variables of credentials.
  package var serviceName: String
  /// The files that were read.
  private(set) var read: [ReadFile] = []
  /// The folder as the caller wrote it, for the names of files.
  private let shownFolder: String

  /// - Parameters:
  ///   - name: the name of the first file in findings.
  ///   - folder: its real folder; nil if it comes from text.
  package init(_ findings: Findings, name: String, folder: String?, _ frontEnds: [any FrontEnd]) {
    self.findings = findings
    self.frontEnds = frontEnds
    paths = SpecPaths(folder: folder)
    serviceName = Paths.stem(of: name)
    let slash = name.lastIndex(of: "/")
    shownFolder = slash.map { String(name[...$0]) } ?? ""
    open = [slash.map { String(name[name.index(after: $0)...]) } ?? name]
  }

  /// Returns the tree of a named file, which `role` completes with its own files; nil after a finding. A file is read once.
  package func tree(_ node: Node, _ key: String, _ role: (Node) -> Node) -> Node? {
    guard let path = path(node, key) else { return nil }
    if let tree = trees[path] { return tree }
    let tree = read(path, at: node).flatMap { document in
      findings.add(document)
      return document.isEmpty ? nil : inside(path) { document.root.map(role) }
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
    guard count < Self.maxFiles else {
      return findings.fail(.size, "the spec includes more than \(Self.maxFiles) files; include fewer", at: node.range)
    }
    count += 1
    return paths.folder.flatMap { load(path, in: $0, at: node) }
  }

  private func load(_ path: String, in folder: String, at node: Node) -> YAMLDocument? {
    let place = "\(folder)/\(path)"
    guard File.isReally(place, below: folder) else {
      return findings.fail(.fileOutside, "'\(path)' is outside the folder of the spec; use a file inside it", at: node.range)
    }
    guard !File.isEndless(place) else { return refuse("'\(path)' is not a regular file", at: node) }
    let kind = FileKind(place)
    switch File(place).contents(upTo: Int64(Self.maxBytes)) {
    case .failure(let fault): return refuse("cannot read '\(path)': \(fault.reason)", at: node)
    case .success(let bytes):
      guard bytes.count <= bytesLeft else {
        return findings.fail(.size, "the files of the spec are larger than 64 MiB in total; include fewer or smaller files", at: node.range)
      }
      bytesLeft -= bytes.count
      let document = YAMLReader.read(bytes, name: shownFolder + path)
      if let kind { read.append(ReadFile(path: path, identity: kind.identity, bytes: bytes, file: document.file)) }
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
