/// The flags of all commands, which ask for a text instead of an action.
package enum CommonFlag: Error {
  case help, version
}

/// What a line can contain: the flags and operands of a command.
///
/// The parser is our own because help, manual, completion and hints need the tables of flags as values. swift-argument-parser 1.8 finds flags
/// by reflection and returns them only as JSON (`_dumpHelp`), its errors are English texts, and it crashes on narrow terminals. It also takes
/// longer than a call, so that calls need a second parser: of a debug build, `dial call --dry-run` takes 90 ms with it and 10 ms with this
/// one, and `dial version` 7 ms instead of 5 ms. This parser has 360 lines; the program is 5 MB smaller than with the package.
package protocol CommandGrammar: FlagGroup {
  static var operands: [Operand<Self>] { get }

  /// Returns the command of a line without its name.
  static func parsed(_ words: [String]) throws -> Self

  /// Checks which operands are missing if that depends on flags.
  func checkOperands() throws(UsageFault)
}

extension CommandGrammar {
  package static var flags: [FlagDefinition<Self>] { [] }
  package static var operands: [Operand<Self>] { [] }

  package func checkOperands() throws(UsageFault) {}

  package static var rows: [FlagRow] { flags.map(\.row) }
  package static var operandRows: [OperandRow] { operands.map(\.row) }

  package static func parsed(_ words: [String]) throws -> Self {
    let flags = Self.flags
    var command = Self()
    var operands: [String] = []
    var fault: UsageFault?
    for token in LineReader(words, rows + FlagRow.everywhere) {
      switch token.kind {
      case .operand: operands.append(token.name)
      case .flag(let index) where index >= flags.count: throw index == flags.count ? CommonFlag.help : .version
      case .flag(let index):
        if !flags[index].set.apply(&command, token.value ?? "") {
          fault = fault ?? .invalidValue(token.value ?? "", of: flags[index].row, as: token.name)
        }
      case .fault(let found): fault = fault ?? found
      case .end: break
      }
    }
    if let fault { throw fault }
    try command.take(operands)
    return command
  }

  private mutating func take(_ words: [String]) throws(UsageFault) {
    var rest = words[...]
    for operand in Self.operands {
      let row = operand.row
      if rest.isEmpty, row.isRequired { throw .missingOperand(row.name, oneOf: row.values) }
      for word in row.isRest ? rest : rest.prefix(1) {
        if !operand.set.apply(&self, word) { throw .invalidOperand(word, of: row.name, oneOf: row.values) }
      }
      rest = row.isRest ? [] : rest.dropFirst()
    }
    if let word = rest.first { throw .unexpectedOperand(word) }
    try checkOperands()
  }
}

extension FlagRow {
  /// The flags of all commands.
  package static let everywhere = [help, FlagRow(names: ["--version"], note: "print the version")]
  package static let help = FlagRow(names: ["-h", "--help"], note: "show help")
}
