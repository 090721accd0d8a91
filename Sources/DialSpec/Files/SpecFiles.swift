import DialMessage
import DialSyntax

/// The other files of a spec, in or below its folder. Their faults are findings at the place where they are named.
final class SpecFiles {
  private static let maxFiles = 32
  private static let maxBytes = 64 << 20

  let findings: Findings
  private let folder: String?
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

  /// Returns the tree of a named file with its own includes; nil after a finding. `role` completes the tree; a file is read once for each
  /// role.
  func tree(_ node: Node, _ key: String, _ role: (Node) -> Node) -> Node? {
    let found = read(node, key, role)
    if found == nil { isWhole = false }
    return found
  }

  private func read(_ node: Node, _ key: String, _ role: (Node) -> Node) -> Node? {
    guard let written = Paths.inside(node, key, findings) else { return nil }
    guard let folder else { return refuse("'\(written)' cannot be read, because the spec is not a file or is not trusted", at: node) }
    let path = subfolder + Self.plain(written)
    if let place = open.firstIndex(of: path) {
      let circle = (open[place...] + [path]).map { "'\($0)'" }.joined(separator: " -> ")
      return refuse("the files refer to each other in a cycle: \(circle)", at: node)
    }
    if let tree = known[key + ":" + path] { return tree }
    guard known.count < Self.maxFiles else {
      return findings.fail(.size, "the spec includes more than \(Self.maxFiles) files; include fewer", at: node.range)
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
      return findings.fail(.fileOutside, "'\(path)' is outside the folder of the spec; use a file inside it", at: node.range)
    }
    guard !File.isEndless(place) else { return refuse("'\(path)' is not a regular file", at: node) }
    switch File(place).contents(upTo: Int64(Self.maxBytes)) {
    case .failure(let fault): return refuse("cannot read '\(path)': \(fault.reason)", at: node)
    case .success(let bytes):
      guard bytes.count <= bytesLeft else {
        return findings.fail(.size, "the files of the spec are larger than 64 MiB in total; include fewer or smaller files", at: node.range)
      }
      bytesLeft -= bytes.count
      let document = YAMLReader.read(bytes, name: shownFolder + path)
      findings.add(document.diagnostics)
      if let slash = path.lastIndex(of: "/") { findings.folders[document.file.name] = String(path[...slash]) }
      return document.isEmpty ? nil : document.root
    }
  }

  private var subfolder: String {
    guard let path = open.last, let slash = path.lastIndex(of: "/") else { return "" }
    return String(path[...slash])
  }

  private func refuse(_ message: String, at node: Node) -> Node? { findings.fail(.fileUnreadable, message, at: node.range) }

  /// Returns the path without `.` and repeated slashes, so that each file has one path.
  private static func plain(_ path: String) -> String {
    path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
  }
}

/// Combines a spec and the files that it names into one tree, before it is read. Every node keeps its place in its own file.
///
/// An included file is treated as if it were written in the including file, so that an overlay with its includes changes the whole base.
struct SpecTree {
  let files: SpecFiles

  /// Keys that an included file must not have.
  private static let refused = ["service", "base", "endpoints", "groups", "overlay"]

  /// Returns the tree without `include` and `overlay`.
  func whole(_ root: Node) -> Node {
    guard let entries = root.mapping, entries.contains(where: { $0.name == "include" || $0.name == "overlay" }) else { return root }
    let own = including(root)
    guard let overlay = entries.first(where: { $0.name == "overlay" }) else { return own }
    guard let base = files.tree(overlay.value, "overlay", whole) else { return own }
    guard base.mapping != nil else {
      files.findings.error(
        .expectedMapping, "'overlay' requires a spec, which is a mapping with 'endpoints', found \(base.kindName)", at: base.range)
      files.isWhole = false
      return own
    }
    return TreeOverlay(findings: files.findings, base: base.range.file.name).laid(own, over: base)
  }

  private func including(_ root: Node) -> Node {
    guard let entries = root.mapping else { return root }
    var merged: [Entry] = []
    for include in entries where include.name == "include" {
      for item in include.value.sequence ?? [include.value] {
        guard let given = files.tree(item, "include", fragment)?.mapping else { continue }
        merged = TreeInclude.merged(given, under: merged)
      }
    }
    merged = TreeInclude.merged(entries.filter { $0.name != "include" && $0.name != "overlay" }, under: merged)
    var node = root
    node.content = .mapping(merged)
    return node
  }

  /// Returns an included file with its own includes.
  private func fragment(_ root: Node) -> Node {
    guard let entries = root.mapping else {
      files.findings.error(
        .expectedMapping, "an included file must be a mapping with keys such as 'types' and 'vars', found \(root.kindName)", at: root.range)
      return root
    }
    var node = root
    node.content = .mapping(
      entries.filter { entry in
        guard Self.refused.contains(entry.name) else { return entry.name != "doc" && !entry.name.hasPrefix("x-") }
        files.findings.error(
          .misplacedKey,
          "'\(entry.name)' is not allowed in an included file, which can contain types, vars and policies; move it to the spec",
          at: entry.key.range)
        return false
      })
    return including(node)
  }
}
