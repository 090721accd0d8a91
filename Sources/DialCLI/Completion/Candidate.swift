import DialSyntax

/// A word that may come next on a command line, with a word about it.
struct Candidate: Equatable {
  var value: String
  var note = ""

  /// `id=<tab>Int, required`; shells without notes cut it at the tab.
  var line: String { note.isEmpty ? value : "\(value)\t\(TerminalText.safe(note))" }

  /// Whether the word means itself to a shell: it is put on a command line as it is, and specs may come from anywhere.
  var isPlain: Bool { ExampleLine.quoted(value) == value }
}
