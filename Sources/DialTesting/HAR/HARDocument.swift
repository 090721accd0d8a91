import DialJSON
import DialModel

/// A recording, as a HAR 1.2 file. Members that Dial does not know are kept.
struct HARDocument {
  private var members: [(String, JSON)]
  private var log: [(String, JSON)]
  /// The entries as in the file.
  private var written: [JSON] = []

  /// Creates an empty recording.
  init() {
    members = []
    log = [("version", "1.2"), ("creator", .object([("name", "Dial"), ("version", .string(DialVersion.number))]))]
  }

  init(parsing bytes: [UInt8]) throws(HARFault) {
    let json: JSON
    do throws(JSONError) {
      json = try JSON(parsing: bytes)
    } catch {
      let place = error.line.flatMap { line in error.column.map { "line \(line), column \($0): " } } ?? ""
      throw HARFault("\(place)\(error.message)")
    }
    let root = HARNode(json, path: "")
    guard let log = try root.object("log") else { throw HARFault("it is not a HAR file, because it has no 'log'") }
    guard try log.list("entries") != nil else { throw HARFault("it is not a HAR file, because it has no 'log.entries'") }
    members = json.asObject.map { $0.filter { $0.name != "log" }.map { ($0.name, $0.value) } } ?? []
    self.log = log.json.asObject.map { $0.filter { $0.name != "entries" }.map { ($0.name, $0.value) } } ?? []
    written = json.log.entries.asArray.map(Array.init) ?? []
  }

  /// Parses the entries. Throws for the first invalid one.
  func entries() throws(HARFault) -> [HAREntry] {
    var entries: [HAREntry] = []
    for (index, json) in written.enumerated() { entries.append(try HAREntry(HARNode(json, path: "log.entries[\(index)]"))) }
    return entries
  }

  mutating func append(_ entries: [HAREntry]) { written += entries.map(\.json) }

  /// The file, indented by 2, with a final line feed.
  var bytes: [UInt8] {
    let log = JSON.object(log + [("entries", .array(written))])
    return JSONWriter.bytes(.object([("log", log)] + members), indent: 2) + [0x0A]
  }
}
