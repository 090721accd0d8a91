import ArgumentParser

/// `dial man`
struct ManCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "man",
    abstract: "Prints the manual page dial(1), which 'make install' installs.",
    usage: "dial man",
    discussion: """
      EXAMPLES
        dial man > ~/.local/share/man/man1/dial.1
        dial man | man -l -                         read it at once
      """)

  func perform(_ console: Console, _ context: Context) async throws {
    let page = ManualPage(table: .current, version: DialCommand.version, date: DialCommand.date)
    try console.out(Array(page.text.utf8))
  }
}
