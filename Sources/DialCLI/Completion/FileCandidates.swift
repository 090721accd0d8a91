/// The files and folders that a path being typed may become. Hidden ones are offered to who types their dot.
struct FileCandidates {
  let all: [Candidate]

  /// - Parameters:
  ///   - typed: the path as far as it is typed: `photos/a`.
  ///   - isWanted: whether a file of a name is offered; folders always are, with a slash behind them.
  init(_ typed: String, _ isWanted: (String) -> Bool = { _ in true }) {
    let end = typed.lastIndex(of: "/").map(typed.index(after:)) ?? typed.startIndex
    let folder = String(typed[..<end])
    let names = LocalFolder(folder.isEmpty ? "." : folder).names.filter {
      $0.hasPrefix(typed[end...]) && ($0.first != "." || end < typed.endIndex)
    }
    all = names.compactMap { name in
      if LocalFile(folder + name).isFolder { return Candidate(value: folder + name + "/") }
      return isWanted(name) ? Candidate(value: folder + name) : nil
    }
  }
}
