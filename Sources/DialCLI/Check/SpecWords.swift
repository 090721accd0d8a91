import DialSyntax

/// The specs that `dial check` is given: a folder stands for the specs in it.
struct SpecWords {
  let finder: SpecFinder

  /// The words, folders replaced by their files.
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
          "spec", "'\(word)' contains no spec: a YAML file with 'base', 'endpoints', 'groups' or 'overlay'", exit: ExitStatus.spec)
      }
      all += found
    }
    return all
  }

  /// YAML files that say so; others, such as what specs include, are none.
  private static func specs(in folder: String) -> [String] {
    let path = folder == "." || folder == "./" ? "" : folder.hasSuffix("/") ? folder : folder + "/"
    return LocalFolder(folder).names.filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }.map { path + $0 }.filter(isSpec)
  }

  private static func isSpec(_ path: String) -> Bool {
    // A pipe in a folder may never give a byte.
    guard LocalFile(path).isRegular else { return false }
    // One that nobody may read is told of.
    guard let bytes = try? LocalFile(path).read() else { return true }
    let document = YAMLReader.read(bytes, name: path)
    guard let keys = document.root?.mapping?.map(\.name) else { return !document.diagnostics.isEmpty }
    return keys.contains { ["endpoints", "groups", "overlay", "base"].contains($0) }
  }
}
