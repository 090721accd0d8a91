import Dial
import DialConsole
import DialFlags

struct CacheCommand: SharedCommand {
  enum Action: String, FlagWord { case list, show, remove, clear, path }

  static let about = CommandAbout(
    "List, show or remove cached responses",
    usage: "dial cache [list|show|remove|clear|path] [URL|KEY] [flags]",
    text: """
      Calls with --cache, and calls of specs with 'cache', store responses in the
      folder that 'dial cache path' prints: $XDG_CACHE_HOME/dial or
      ~/.cache/dial, up to 256 MiB. The list shows URLs without their secrets.

      URL selects all cached responses of a URL. KEY is the start of a key in the
      list, at least four characters long.
      """,
    sections: [
      "EXAMPLES": """
      dial cache
      dial cache show https://api.example.com/users/7
      dial cache show 3f2a
      dial cache remove https://api.example.com/users/7
      dial cache clear
      dial cache list --json | jq '.[].url'
      """,
      "EXIT CODES": """
      0 success   1 the cached response does not exist
      """,
    ])

  static let operands = [Operand("action", chooses: \Self.action, isRequired: false), Operand("url", optional: \.name)]

  static let flags: [FlagDefinition<Self>] =
    [FlagDefinition("--json", switches: \.json, help: "print the list or the response head as JSON")]
    + FlagDefinition.part(\.shared, titled: "Behavior")

  var action = Action.list
  var name: String?
  var json = false
  var shared = SharedFlags()

  func perform(_ console: Console, _ context: Context) async throws {
    try check()
    guard let folder = context.cacheFolder else {
      throw Failure.io("cannot determine the folder of the cache", hint: "set HOME, or set XDG_CACHE_HOME to an absolute path")
    }
    let listing = CacheListing(store: DiskCacheStore(folder), now: WallClock.now())
    switch action {
    case .list: try list(listing, console)
    case .show: try show(try await listing.found(name ?? ""), console)
    case .remove:
      let entries = try await listing.found(name ?? "")
      for key in Set(entries.map(\.key)) { await listing.store.remove(key) }
      console.note(CacheListing.sum(entries, "removed"))
    case .clear:
      let entries = listing.store.entries()
      await listing.store.clear()
      console.note(CacheListing.sum(entries, "removed"))
    case .path: try console.out(Array((folder + "\n").utf8))
    }
  }

  private func check() throws(Failure) {
    switch (action, name) {
    case (.show, nil), (.remove, nil):
      throw .usage("'dial cache \(action)' requires a URL or a key", hint: "to list the cached responses, run: dial cache")
    case (.list, let name?), (.clear, let name?), (.path, let name?):
      throw .usage("unexpected argument '\(name)' of 'dial cache \(action)'")
    default: break
    }
  }

  private func list(_ listing: CacheListing, _ console: Console) throws {
    let entries = listing.store.entries()
    if json { return try Printer(console: console, format: .json).write(.json(.array(entries.map(listing.json)))) }
    try console.out(Array(listing.table(entries, width: console.textWidth).utf8))
    console.note(CacheListing.sum(entries, "in the cache"))
  }

  private func show(_ entries: [DiskCacheEntry], _ console: Console) throws {
    guard entries.count == 1, let entry = entries.first else {
      let keys = entries.prefix(8).map(CacheListing.name).joined(separator: ", ")
      throw Failure.usage("found \(entries.count) cached responses: \(keys)", hint: "to show one of them, run: dial cache show KEY")
    }
    if json { return try Printer(console: console, format: .json).write(.json(.object(CacheListing.head(entry)))) }
    console.note("HTTP \(entry.reply.status)")
    for field in entry.reply.headers { console.note(TerminalText.safe("\(field.name.rawName): \(field.value)")) }
    let body = DiskCacheStore.body(of: entry)
    try console.out(console.outIsTerminal ? Array((TerminalText.safe(String(decoding: body, as: UTF8.self)) + "\n").utf8) : body)
  }
}
