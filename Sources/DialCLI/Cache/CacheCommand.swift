import ArgumentParser
import Dial
import DialJSON
import DialPolicies

/// `dial cache`
struct CacheCommand: ShellCommand {
  enum Action: String, FlagWord { case list, show, remove, clear, path }

  static let configuration = CommandConfiguration(
    commandName: "cache",
    abstract: "Lists, shows and removes the answers that calls have kept.",
    usage: "dial cache [list|show|remove|clear|path] [URL|KEY] [flags]",
    discussion: """
      Answers are kept by calls with --cache, or of a spec with 'cache', in the
      folder that 'dial cache path' prints: $XDG_CACHE_HOME/dial or
      ~/.cache/dial, up to 256 MiB. URLs are listed without their secrets.

      URL means all kept answers of a URL; KEY is the beginning of a key in the
      list, of four characters at least.

      EXAMPLES
        dial cache
        dial cache show https://api.example.com/users/7
        dial cache show 3f2a
        dial cache remove https://api.example.com/users/7
        dial cache clear
        dial cache list --json | jq '.[].url'

      EXIT CODES
        0 done   1 the answer is not there
      """)

  @Argument(help: ArgumentHelp("What is done; by default list.", valueName: "action"))
  var action: Action = .list

  @Argument(help: ArgumentHelp("A URL, or the beginning of a key in the list.", valueName: "url"))
  var name: String?

  @Flag(help: "The list, or the head of an answer, as JSON.")
  var json = false

  @OptionGroup(title: "Behaviour") var shared: SharedFlags

  var color: Console.Color? { shared.color }

  func perform(_ console: Console, _ context: Context) async throws {
    try check()
    guard let folder = context.cacheFolder else {
      throw Failure.io("there is no folder for kept answers", hint: "set HOME, or XDG_CACHE_HOME to a whole path")
    }
    let listing = CacheListing(store: DiskCacheStore(folder), now: DiskCacheStore.now())
    switch action {
    case .list: try list(listing, console)
    case .show: try show(try await listing.found(name ?? ""), console)
    case .remove: try await remove(try await listing.found(name ?? ""), listing.store, console)
    case .clear:
      let entries = listing.store.entries()
      await listing.store.clear()
      console.note(CacheListing.sum(entries, "removed"))
    case .path: try console.out(Array((folder + "\n").utf8))
    }
  }

  /// Checks the number of words of the action.
  private func check() throws(Failure) {
    switch (action, name) {
    case (.show, nil), (.remove, nil):
      throw .usage("which answer? 'dial cache \(action)' takes a URL or a key", hint: "dial cache lists them")
    case (.list, let name?), (.clear, let name?), (.path, let name?): throw .usage("'dial cache \(action)' takes no '\(name)'")
    default: break
    }
  }

  private func list(_ listing: CacheListing, _ console: Console) throws {
    let entries = listing.store.entries()
    if json { return try Printer(console: console, format: .json).write(.json(.array(entries.map(listing.json)))) }
    try console.out(Array(listing.table(entries, width: console.outIsTerminal ? console.width : nil).utf8))
    console.note(CacheListing.sum(entries, "kept"))
  }

  private func show(_ entries: [DiskCacheEntry], _ console: Console) throws {
    guard entries.count == 1, let entry = entries.first else {
      let keys = entries.prefix(8).map { "\($0.key.prefix(12)).\($0.reply.variant.prefix(4))" }.joined(separator: ", ")
      throw Failure.usage("\(entries.count) answers are kept for it: \(keys)", hint: "dial cache show KEY shows one of them")
    }
    if json { return try Printer(console: console, format: .json).write(.json(.object(CacheListing.head(entry)))) }
    console.note("HTTP \(entry.reply.status)")
    for field in entry.reply.headers { console.note(TerminalText.safe("\(field.name.rawName): \(field.value)")) }
    let body = DiskCacheStore.body(of: entry)
    try console.out(console.outIsTerminal ? Array((TerminalText.safe(String(decoding: body, as: UTF8.self)) + "\n").utf8) : body)
  }

  private func remove(_ entries: [DiskCacheEntry], _ store: DiskCacheStore, _ console: Console) async throws {
    for key in Set(entries.map(\.key)) { await store.remove(key) }
    console.note(CacheListing.sum(entries, "removed"))
  }
}
