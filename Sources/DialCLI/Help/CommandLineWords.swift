/// The words of a command line, parted into flags and the rest.
struct CommandLineWords {
  /// What is neither a flag nor the value of one.
  private(set) var positional: [String] = []
  /// The flag at the end that still wants its value.
  private(set) var pending: CommandTable.Flag?
  /// A flag whose value is another flag: it was forgotten.
  private(set) var forgotten: (flag: String, next: String)?

  init(_ words: [String], _ command: CommandTable.Command) {
    for (index, word) in words.enumerated() {
      if pending != nil {
        if forgotten == nil, command.flags.contains(where: { $0.names.contains(word) }) { forgotten = (words[index - 1], word) }
        pending = nil
      } else if word.hasPrefix("-"), word != "-" {
        let flag = command.flags.first { $0.names.contains(word) }
        pending = flag?.takesValue == true ? flag : nil
      } else {
        positional.append(word)
      }
    }
  }
}
