import DialSyntax

/// Files that a spec names stay below its folder (language section 6).
package enum Paths {
  static func inside(_ node: Node, _ what: String, _ findings: Findings) -> String? {
    guard let path = Values.text(node, "a path for '\(what)'", findings) else { return nil }
    let steps = path.split(separator: "/", omittingEmptySubsequences: false)
    if path.isEmpty || path.hasPrefix("/") || path.hasPrefix("~") || steps.contains("..") || path.utf8.contains(0) {
      findings.error(.fileOutside, "'\(path)' is outside the folder of the spec; use a file inside it", at: node.range)
      return nil
    }
    return path
  }

  /// The name of a file without its folder and its endings.
  static func stem(of path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return file.split(separator: ".").first.map(String.init) ?? file
  }
}
