import DialMessage
import DialSyntax

/// The other files of a spec, below the folder of the first one. A mistake in one of them is a finding where it is named.
final class SpecFiles {
  /// The maximum number of files that a spec can name.
  private static let maxFiles = 32
  private static let maxBytes = 64 << 20

  let findings: Findings
  /// The folder; nil if no files may be read, because the spec comes from text or is not trusted.
  private let folder: String?
  /// The paths of the files that are being read, the outermost first.
  private var open: [String]
  private var known: [String: Node?] = [:]
  private var bytesLeft = SpecFiles.maxBytes
  /// Whether all named files exist and are usable.
  var isWhole = true
  /// The folder as the caller wrote it, for the names of files.
  private let shownFolder: String

  /// - Parameters:
  ///   - name: the name of the first file in findings.
  ///   - folder: its real folder; nil if it comes from text.
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
      refuse("'\(written)' is not read: the spec comes from no file, or is not trusted", at: node)
      return nil
    }
    let path = subfolder + Self.plain(written)
    if let place = open.firstIndex(of: path) {
      let circle = (open[place...] + [path]).map { "'\($0)'" }.joined(separator: " names ")
      refuse("the files name each other in a circle: \(circle)", at: node)
      return nil
    }
    if let tree = known[key + ":" + path] { return tree }
    guard known.count < Self.maxFiles else {
      findings.error(.size, "a spec names more than \(Self.maxFiles) other files: keep fewer", at: node.range)
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
      findings.error(.fileOutside, "'\(path)' leads out of the folder of the spec: name a file inside it", at: node.range)
      return nil
    }
    guard !File.isEndless(place) else {
      refuse("cannot read '\(path)': it is no regular file", at: node)
      return nil
    }
    switch File(place).contents(upTo: Int64(Self.maxBytes)) {
    case .failure(let fault):
      refuse("cannot read '\(path)': \(fault.reason)", at: node)
      return nil
    case .success(let bytes):
      guard bytes.count <= bytesLeft else {
        findings.error(.size, "the files of a spec hold more than 64 MB together: keep less", at: node.range)
        return nil
      }
      bytesLeft -= bytes.count
      let document = YAMLReader.read(bytes, name: shownFolder + path)
      findings.add(document.diagnostics)
      if let slash = path.lastIndex(of: "/") { findings.folders[document.file.name] = String(path[...slash]) }
      return document.isEmpty ? nil : document.root
    }
  }

  /// The folder of the current file, relative to that of the first one.
  private var subfolder: String {
    guard let path = open.last, let slash = path.lastIndex(of: "/") else { return "" }
    return String(path[...slash])
  }

  private func refuse(_ message: String, at node: Node) { findings.error(.fileUnreadable, message, at: node.range) }

  /// Returns the path without `.` and repeated slashes, so that each file has one path.
  private static func plain(_ path: String) -> String {
    path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
  }
}
