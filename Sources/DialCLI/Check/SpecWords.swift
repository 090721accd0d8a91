import DialSyntax

/// The arguments of `dial check`: a folder means the specs in it.
struct SpecWords {
  let finder: SpecFinder

  /// Returns the files, with folders expanded.
  func files(_ words: [String]) throws(Failure) -> [String] {
    var all: [String] = []
    for word in words {
      guard !finder.exists(word), LocalFile(word).isFolder else {
        all.append(word)
        continue
      }
      let found = Self.specs(in: word)
      guard !found.isEmpty else {
        throw Failure(
          "spec", "there is no spec in '\(word)': a file with 'base', 'endpoints', 'groups' or 'overlay'", exit: ExitStatus.spec)
      }
      all += found
    }
    return all
  }

  /// Returns YAML files that declare endpoints, but not files that specs include.
  private static func specs(in folder: String) -> [String] {
    let path = folder == "." || folder == "./" ? "" : folder.hasSuffix("/") ? folder : folder + "/"
    return LocalFolder(folder).names.filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }.map { path + $0 }.filter(isSpec)
  }

  private static func isSpec(_ path: String) -> Bool {
    // A pipe in a folder may block forever.
    guard LocalFile(path).isRegular else { return false }
    // A file that cannot be read is reported.
    guard let bytes = try? LocalFile(path).read() else { return true }
    let document = YAMLReader.read(bytes, name: path)
    guard let keys = document.root?.mapping?.map(\.name) else { return !document.diagnostics.isEmpty }
    return keys.contains { ["endpoints", "groups", "overlay", "base"].contains($0) }
  }
}
