import Dial
import Foundation

/// Reads and prints JSON, compared with Foundation and, if installed, simdjson.
struct JSONSuite {
  private let table: Table
  private let small = Payloads.users(1_000)
  private let large = Payloads.users(1_000_000)
  private let huge = Payloads.users(10_000_000)

  /// `FILES='a.json b.json'` adds others.
  init(_ table: Table) throws {
    self.table = table
    let paths = ProcessInfo.processInfo.environment["FILES"]?.split(separator: " ") ?? []
    files =
      [
        ("like twitter.json", Payloads.timeline(600_000)), ("like citm_catalog.json", Payloads.catalog(1_700_000)),
        ("like canada.json", Payloads.points(2_200_000)),
      ]
      + (try paths.map { path in
        let url = URL(fileURLWithPath: String(path))
        return (url.lastPathComponent, [UInt8](try Data(contentsOf: url)))
      })
  }

  private var users: [(String, [UInt8])] { [("1 kB", small), ("1 MB", large), ("10 MB", huge)] }
  private let files: [(String, [UInt8])]

  func run() throws {
    guard table.wants("json") else { return }
    for (name, bytes) in users + files { try parse(name, bytes) }
    try path()
    for (name, bytes) in users { try decode(name, bytes) }
    for (name, bytes) in users { try print(name, bytes) }
    for (name, bytes) in users { try encode(name, bytes) }
    if let peer = try SIMDJSONPeer() { try simdjson(peer) }
  }

  private func parse(_ name: String, _ bytes: [UInt8]) throws {
    let data = Data(bytes)
    try table.compare("json", "parse \(name)", bytes: bytes.count, against: "JSONSerialization") {
      use(try JSON(parsing: bytes))
    } _: {
      use(try JSONSerialization.jsonObject(with: data))
    }
  }

  private func path() throws {
    let data = Data(huge)
    for index in [500, 20_000] {
      try table.compare("json", "[\(index)].name of 10 MB", against: "JSONSerialization") {
        use(try JSON(parsing: huge)[index].name.asString)
      } _: {
        use(((try JSONSerialization.jsonObject(with: data) as? [Any])?[index] as? [String: Any])?["name"] as? String)
      }
    }
  }

  private func decode(_ name: String, _ bytes: [UInt8]) throws {
    let data = Data(bytes)
    let json = try JSON(parsing: bytes)
    let (ours, theirs) = (try json.decode([User].self), try JSONDecoder().decode([User].self, from: data))
    precondition(ours == theirs)
    try table.compare("json", "parse and decode \(name)", bytes: bytes.count, against: "JSONDecoder") {
      use(try JSON(parsing: bytes).decode([User].self))
    } _: {
      use(try JSONDecoder().decode([User].self, from: data))
    }
  }

  private func print(_ name: String, _ bytes: [UInt8]) throws {
    let json = try JSON(parsing: bytes)
    let object = try JSONSerialization.jsonObject(with: Data(bytes))
    try table.compare("json", "print \(name)", bytes: bytes.count, against: "JSONSerialization") {
      use(JSONWriter.bytes(json))
    } _: {
      use(try JSONSerialization.data(withJSONObject: object))
    }
  }

  private func encode(_ name: String, _ bytes: [UInt8]) throws {
    let users = try JSON(parsing: bytes).decode([User].self)
    try table.compare("json", "encode and print \(name)", bytes: bytes.count, against: "JSONEncoder") {
      use(JSONWriter.bytes(try JSON(encoding: users)))
    } _: {
      use(try JSONEncoder().encode(users))
    }
  }

  /// simdjson creates a document in its own process. It unescapes and converts at once, Dial on demand.
  private func simdjson(_ peer: SIMDJSONPeer) throws {
    for (name, bytes) in users + files {
      try peer.load(bytes)
      for (mode, what) in [("new", "a new parser"), ("kept", "its memory used again")] {
        try compare(peer, "parse \(name)", mode, bytes, "simdjson DOM, \(what)") { use(try JSON(parsing: bytes)) }
      }
    }
    try peer.load(huge)
    for index in [500, 20_000] {
      try compare(peer, "[\(index)].name of 10 MB", "path \(index)", huge, "simdjson DOM, a new parser") {
        use(try JSON(parsing: huge)[index].name.asString)
      }
    }
  }

  private func compare(
    _ peer: SIMDJSONPeer, _ name: String, _ command: String, _ bytes: [UInt8], _ against: String, _ ours: () throws -> Void
  ) throws {
    guard table.wants("json", name) else { return }
    let rounds = try Rounds {
      try Stopwatch.seconds(ours)
    } _: {
      try peer.seconds(command)
    }
    table.row("json", name, against: against, rounds, command.contains(" ") ? .init() : table.speed(rounds, bytes.count))
  }
}
