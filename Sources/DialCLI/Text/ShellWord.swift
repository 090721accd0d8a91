/// A word of a command line as it is typed at a shell.
enum ShellWord {
  /// Quoted for a POSIX shell where that is needed.
  static func quoted(_ text: String) -> String {
    let isPlain =
      !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
        default: "_-./:@%+=,".utf8.contains(byte)
        }
      }
    if isPlain { return text }
    if text.contains("'"), !text.contains(where: { "\"$`\\!".contains($0) }) { return "\"\(text)\"" }
    return "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
