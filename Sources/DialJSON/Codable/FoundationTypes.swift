#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ValueDecoder {
  /// JSON, Date, Data, Decimal, URL and UUID; nil for every other type, which decodes itself.
  func special<T>(_ type: T.Type) throws -> T? {
    if type == JSON.self { return retyped(level.json(node), as: type) }
    if type == Date.self { return retyped(try date(), as: type) }
    if type == Data.self { return retyped(try data(), as: type) }
    if type == Decimal.self { return retyped(try decimal(), as: type) }
    if type == URL.self { return retyped(try text("a URL") { URL(string: $0) }, as: type) }
    if type == UUID.self { return retyped(try text("a UUID") { UUID(uuidString: $0) }, as: type) }
    return nil
  }

  private func text<T>(_ wanted: String, _ read: (String) -> T?) throws -> T {
    guard let text = document.string(node) else { throw mismatch(T.self, "a string with \(wanted)") }
    guard let value = read(text) else { throw corrupted(JSONError(.range, "'\(text)'\(location) is not \(wanted)")) }
    return value
  }

  private func date() throws -> Date {
    if document.isNumber(node) {
      guard let seconds = document.double(node) else {
        throw corrupted(JSONError(.range, "the date\(location) is out of range"))
      }
      // As seconds, so large a number would be a date after the year 5000.
      return Date(timeIntervalSince1970: abs(seconds) >= 1e11 ? seconds / 1000 : seconds)
    }
    return try text("a date (RFC 3339)") {
      // Without a zone, it is a time in UTC.
      (Timestamp(rfc3339: $0) ?? Timestamp(rfc3339: $0.replacing(" ", with: "T") + "Z")).map {
        Date(timeIntervalSince1970: $0.secondsSince1970)
      }
    }
  }

  private func data() throws -> Data {
    guard let text = document.string(node) else { throw mismatch(Data.self, "a base64 string") }
    guard let data = Data(base64Encoded: text) ?? Self.data(base64URL: text) else {
      throw corrupted(JSONError(.range, "the string\(location) is not valid base64"))
    }
    return data
  }

  /// Base64url, with padding or without (RFC 4648 section 5).
  private static func data(base64URL text: String) -> Data? {
    let letters = text.replacing("-", with: "+").replacing("_", with: "/")
    return Data(base64Encoded: letters + String(repeating: "=", count: (4 - letters.utf8.count % 4) % 4))
  }

  private func decimal() throws -> Decimal {
    guard document.isNumber(node) else { throw mismatch(Decimal.self, "a number") }
    guard let value = JSON(.node(document, node)).asDecimal else {
      throw corrupted(JSONError(.range, "'\(document.text(node))'\(location) is out of range for Decimal"))
    }
    return value
  }
}

extension EncodingStream {
  /// Converts Date (RFC 3339 in UTC), Data (base64), URL, UUID (text) and Decimal (its digits); nil for every other type.
  func foundationValue<T>(_ value: T) throws -> JSON? {
    let type = T.self
    if type == Date.self, let date = value as? Date {
      let seconds = date.timeIntervalSince1970
      guard seconds >= Double(Timestamp.range.lowerBound), seconds < Double(Timestamp.range.upperBound) + 1 else {
        throw invalid("the date is out of range; RFC 3339 allows the years 0000 to 9999")
      }
      return .string(Timestamp(secondsSince1970: seconds).rfc3339)
    }
    if type == Data.self, let data = value as? Data { return .string(data.base64EncodedString()) }
    if type == URL.self, let url = value as? URL { return .string(url.absoluteString) }
    if type == UUID.self, let uuid = value as? UUID { return .string(uuid.uuidString) }
    if type == Decimal.self, let decimal = value as? Decimal {
      guard let json = JSON.number(decimal.description) else {
        throw invalid("'\(decimal)' is not a JSON number")
      }
      return json
    }
    return nil
  }
}
