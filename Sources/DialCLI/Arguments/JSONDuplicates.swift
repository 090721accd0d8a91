import DialJSON

/// Finds a member name that an object of a JSON text has twice.
///
/// The parser keeps duplicates for replies; in arguments they are a fault. Works on the tokens of a text that is known to be
/// JSON.
enum JSONDuplicates {
  static func first(in json: [UInt8]) -> String? {
    /// Names of the open objects; nil for an open array.
    var open: [Set<[UInt8]>?] = []
    var at = 0
    while at < json.count {
      switch json[at] {
      case UInt8(ascii: "{"): open.append([])
      case UInt8(ascii: "["): open.append(nil)
      case UInt8(ascii: "}"), UInt8(ascii: "]"): open.removeLast()
      case UInt8(ascii: "\""):
        let start = at
        at += 1
        while at < json.count, json[at] != UInt8(ascii: "\"") { at += json[at] == UInt8(ascii: "\\") ? 2 : 1 }
        guard !open.isEmpty, open[open.count - 1] != nil, isName(json, after: at + 1) else { break }
        let name = (try? JSON(parsing: Array(json[start...at])))?.asString ?? ""
        if open[open.count - 1]?.insert(Array(name.utf8)).inserted == false { return name }
      default: break
      }
      at += 1
    }
    return nil
  }

  private static func isName(_ json: [UInt8], after index: Int) -> Bool {
    json[min(index, json.count)...].first { !" \n\r\t".utf8.contains($0) } == UInt8(ascii: ":")
  }
}
