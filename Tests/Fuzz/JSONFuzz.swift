@testable import DialJSON

extension Tape {
  /// Its words; it is freed.
  fileprivate consuming func bits() -> [UInt64] {
    defer { words.free() }
    return (0..<count).map { words[$0].bits }
  }
}

/// The JSON parser, and all that reads its values.
enum JSONFuzz {
  private struct Row: Decodable {
    var id: Int
    var name: String?
    var tags: [String]
    var more: [String: Double]
  }

  static func take(_ bytes: [UInt8]) {
    ways(bytes)
    let json: JSON
    do {
      json = try JSON(parsing: bytes)
    } catch {
      claim((0...bytes.count).contains(error.offset ?? 0), "an offset outside of the text: \(error)")
      claim((error.line ?? 1) >= 1 && (error.column ?? 1) >= 1, "a place outside of the text: \(error)")
      claim(!error.description.isEmpty, "an error without words")
      if let text = text(bytes) { claim((try? JSON(parsing: text)) == nil, "refused as bytes, read as text") }
      return
    }
    guard let text = text(bytes) else { fatalError("read, but no UTF-8") }
    claim((try? JSON(parsing: text)) == json, "read in two ways")
    Claims.json(json)
    look(json)
    scan(bytes, json)
  }

  /// One value out of the text is the one that the whole text has there.
  private static func scan(_ bytes: [UInt8], _ json: JSON) {
    var paths = (0..<3).map { JSONPath(steps: [.index($0)]) }
    for (name, value) in json.asObject.map { $0.prefix(4) } ?? [:] {
      paths.append(JSONPath(steps: [.member(name)]))
      paths += value.asObject?.prefix(2).map { JSONPath(steps: [.member(name), .member($0.name)]) } ?? []
      paths.append(JSONPath(steps: [.member(name), .index(1)]))
    }
    for path in paths where TokenPlaces.way > 0 && !bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      for way in 1...TokenPlaces.way {
        switch PathScanner.find(path, in: bytes, way: way) {
        case .value(let range): claim((try? JSON(parsing: Array(bytes[range]))) == json.first(path), "another value at \(path.text)")
        case .missing: claim(json.first(path).asKind == .absent, "\(path.text) is missing")
        case .refused: fatalError("\(path.text) is refused")
        }
      }
    }
  }

  /// The fast ways to a tape lead to what the plain one leads to, wherever the text begins in a block.
  private static func ways(_ bytes: [UInt8]) {
    // A byte order mark goes the plain way.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return }
    for blanks in [0, 1 + bytes.count % 61] where TokenPlaces.way > 0 {
      let padded = [UInt8](repeating: 0x20, count: blanks) + bytes + [UInt8](repeating: 0, count: RawText.padding)
      RawText.of(padded) { text in
        let plain = try? Tape.plain(text, limits: JSONLimits()).bits()
        for way in 1...TokenPlaces.way {
          claim(Tape.fast(text, way: way, limits: JSONLimits())?.bits() == plain, "way \(way) leads elsewhere")
        }
      }
    }
  }

  /// Every way to read a value ends well, or with an error in words.
  private static func look(_ json: JSON) {
    do { _ = try json.decode(Row.self) } catch { claim(!error.description.isEmpty, "an error without words") }
    do { _ = try json.decode([Row].self) } catch { claim(!error.description.isEmpty, "an error without words") }
    do { _ = try json.tuple(Int.self, String?.self, Double.self) } catch { claim(!error.description.isEmpty, "an error without words") }
    _ = try? json.decode([String: JSON].self, options: JSONDecodingOptions(keys: .snake))
    if let encoded = try? JSON(encoding: json) { claim(encoded == json, "encoded, it is another value") } else { fatalError("not encoded") }
    numbers(json)
    if let elements = json.asArray { for element in elements.prefix(8) { numbers(element) } }
    guard let members = json.asObject else { return }
    for member in members.prefix(8) { claim(json[member: member.name].asKind != .absent, "a member is not found") }
  }

  private static func numbers(_ json: JSON) {
    if let int = json.asInt { claim(JSON(int) == json, "another whole number: \(int)") }
    if let int = json.asUInt64 { claim(JSON(int) == json, "another whole number: \(int)") }
    if let double = json.asDouble { claim(JSON(double) != nil, "no JSON number: \(double)") }
    if let text = json.asNumberText { claim(JSON.number(text) == json, "another number: \(text)") }
    _ = json.asDecimal
    if let text = json.asString {
      _ = Timestamp(httpDate: text)
      if let time = Timestamp(rfc3339: text) { claim(Timestamp(rfc3339: time.rfc3339) == time, "another time: \(time.rfc3339)") }
    }
  }
}
