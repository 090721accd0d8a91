import DialSyntax

/// Types as lines that fit the terminal: `User  (id Int, name String)`, broken at commas where they are long.
struct TypeLines {
  var width: Int?

  func lines(_ types: [(name: String, shape: String)]) -> [String] {
    types.flatMap { name, shape -> [String] in
      let whole = "\(name)  \(shape)"
      guard let width, TerminalText.width(whole) > width - 2 else { return [whole] }
      let lines = Wrap(width, indent: 6).lines(shape)
      return ["\(name)"] + lines.map { "    " + $0 }
    }
  }
}
