import DialJSON

/// The JSON parser and all readers of its values.
enum JSONFuzz {
  private struct Row: Decodable {
    var id: Int
    var name: String?
    var tags: [String]
    var more: [String: Double]
  }

  static func take(_ bytes: [UInt8]) {
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
  }

  /// Every way to read a value succeeds or throws an error.
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
