import DialMessage
import DialSyntax

/// The other files of a spec, read below the folder of the first one; what is wrong with one of them is a finding where it is named.
final class SpecFiles {
  /// How many files a spec may name, itself not counted.
  private static let maxFiles = 32
  private static let maxBytes = 64 << 20

  let findings: Findings
  /// nil where nothing may be read: the spec comes from no file, or is not trusted.
  private let folder: String?
  /// Paths below the folder of the files that are being read now, the outermost first.
  private var open: [String]
  private var known: [String: Node?] = [:]
  private var bytesLeft = SpecFiles.maxBytes
  /// Whether every file that was named is there and can be used.
  var isWhole = true
  /// What stands before a path in the names of files: the folder as the caller wrote it.
  private let shownFolder: String

  /// - Parameters:
  ///   - name: what the first file is called in findings.
  ///   - folder: where it really stands; nil where it comes from no file.
  init(_ findings: Findings, name: String, folder: String?) {
    self.findings = findings
    self.folder = folder
    let slash = name.lastIndex(of: "/")
    shownFolder = slash.map { String(name[...$0]) } ?? ""
    open = [slash.map { String(name[name.index(after: $0)...]) } ?? name]
  }

  /// The tree of the file that a node names, with all that it takes from others itself; nil, and a finding, where there is none.
  ///
  /// - Parameter role: makes the tree of the file whole. A file is read once for each of its roles.
  func tree(_ node: Node, _ key: String, _ role: (Node) -> Node) -> Node? {
    let found = read(node, key, role)
    if found == nil { isWhole = false }
    return found
  }

  private func read(_ node: Node, _ key: String, _ role: (Node) -> Node) -> Node? {
    guard let written = Paths.inside(node, key, findings) else { return nil }
    guard let folder else {
      refuse("'\(written)' cannot be read, because the spec is not a file or is not trusted", at: node)
      return nil
    }
    let path = subfolder + Self.plain(written)
    if let place = open.firstIndex(of: path) {
      let circle = (open[place...] + [path]).map { "'\($0)'" }.joined(separator: " -> ")
      refuse("the files refer to each other in a cycle: \(circle)", at: node)
      return nil
    }
    if let tree = known[key + ":" + path] { return tree }
    guard known.count < Self.maxFiles else {
      findings.error(.size, "the spec includes more than \(Self.maxFiles) files; include fewer", at: node.range)
      return nil
    }
    let root = load(path, in: folder, at: node)
    open.append(path)
    let tree = root.map(role)
    open.removeLast()
    known[key + ":" + path] = .some(tree)
    return tree
  }

  private func load(_ path: String, in folder: String, at node: Node) -> Node? {
    let place = "\(folder)/\(path)"
    guard File.isReally(place, below: folder) else {
      findings.error(.fileOutside, "'\(path)' is outside the folder of the spec; use a file inside it", at: node.range)
      return nil
    }
    guard !File.isEndless(place) else {
      refuse("'\(path)' is not a regular file", at: node)
      return nil
    }
    switch File(place).contents(upTo: Int64(Self.maxBytes)) {
    case .failure(let fault):
      refuse("cannot read '\(path)': \(fault.reason)", at: node)
      return nil
    case .success(let bytes):
      guard bytes.count <= bytesLeft else {
        findings.error(.size, "the files of the spec are larger than 64 MB in total; include fewer or smaller files", at: node.range)
        return nil
      }
      bytesLeft -= bytes.count
      let document = YAMLReader.read(bytes, name: shownFolder + path)
      findings.add(document.diagnostics)
      if let slash = path.lastIndex(of: "/") { findings.folders[document.file.name] = String(path[...slash]) }
      return document.isEmpty ? nil : document.root
    }
  }

  /// The folder of the file that is read now, below that of the first one.
  private var subfolder: String {
    guard let path = open.last, let slash = path.lastIndex(of: "/") else { return "" }
    return String(path[...slash])
  }

  private func refuse(_ message: String, at node: Node) { findings.error(.fileUnreadable, message, at: node.range) }

  /// Without `.` and doubled slashes, so that a file has one path.
  private static func plain(_ path: String) -> String {
    path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
  }
}
