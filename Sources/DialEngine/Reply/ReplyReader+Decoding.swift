import DialJSON
import DialMessage
import DialModel
import HTTPTypes

extension ReplyReader {
  func json(_ body: inout ReplyBody, _ type: MediaType?) throws(CallError) -> JSON {
    let charset = type?["charset"].map { $0.lowercased() } ?? "utf-8"
    let decoded = ["utf-8", "utf8", "us-ascii"].contains(charset) ? nil : try text(body, type)
    do throws(JSONError) {
      return if let decoded { try JSON(parsing: decoded) } else { try body.parse() }
    } catch {
      throw noJSON(error, "the response", type, body.bytes)
    }
  }

  /// A list of JSON values, one a line (NDJSON) or one behind each record separator (RFC 7464). Blank ones are passed over.
  func lines(_ body: ReplyBody, _ type: MediaType?) throws(CallError) -> JSON {
    let bytes = body.bytes
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    let isSequence = type?.isSequence ?? false
    var items: [JSON] = []
    for (index, line) in text.split(separator: isSequence ? 0x1E : 0x0A, omittingEmptySubsequences: false).enumerated() {
      guard line.contains(where: { !" \t\r\n".utf8.contains($0) }) else { continue }
      do throws(JSONError) {
        items.append(try JSON(parsing: Array(line)))
      } catch {
        if isSequence { throw noJSON(error, "record \(index) of the response", type, Array(line)) }
        throw noJSON(error, "line \(index + 1) of the response", type, Array(line), inLine: true)
      }
    }
    return .array(items)
  }

  func noJSON(_ error: JSONError, _ what: String, _ type: MediaType?, _ text: [UInt8], inLine: Bool = false) -> CallError {
    let place = error.line.map { inLine ? " (column \(error.column ?? 1))" : " (line \($0), column \(error.column ?? 1))" } ?? ""
    let kind = type.map { " of type \($0.essence)" } ?? ""
    let code: CallError.Code = error.kind == .depth ? .limit : .decoding
    return self.error(code, "\(what)\(kind) is not valid JSON: \(error.message)\(place)", hint: "it starts with: \(Self.excerpt(text))")
  }

  func text(_ body: ReplyBody, _ type: MediaType?) throws(CallError) -> String {
    let bytes = body.bytes
    let isXML = type?.isXML == true || model.policy.decode == ReplyFormat.xml.rawValue
    let label = type?["charset"] ?? (isXML ? Charset.declared(inXML: bytes) : nil)
    do throws(Charset.Fault) {
      return try Charset.decode(bytes, label: label)
    } catch {
      throw self.error(.decoding, error.message)
    }
  }

  func form(_ body: ReplyBody, _ type: MediaType?) throws(CallError) -> JSON {
    .object(Self.grouped(FormCoding.decode(try text(body, type))))
  }

  func xml(_ body: ReplyBody, _ type: MediaType?) throws(CallError) -> JSON {
    let text = try text(body, type)
    do throws(XMLReader.Fault) {
      return try XMLReader.read(text)
    } catch {
      throw self.error(
        error.isLimit ? .limit : .decoding, "the response is not valid XML: \(error.message)",
        hint: "it starts with: \(Self.excerpt(body.bytes))")
    }
  }

  /// Names in lower case to a value, or to an array of them where the name repeats.
  static func headers(_ fields: HTTPFields) -> JSON {
    .object(grouped(fields.map { ($0.name.canonicalName, $0.value) }))
  }

  /// Each name once, in the place of its first; the texts of one that repeats are an array.
  private static func grouped(_ items: [(String, String)]) -> [(String, JSON)] {
    var places: [String: Int] = [:]
    var names: [(name: String, texts: [JSON])] = []
    for (name, text) in items {
      if let place = places[name] {
        names[place].texts.append(.string(text))
      } else {
        places[name] = names.count
        names.append((name, [.string(text)]))
      }
    }
    return names.map { ($0.name, $0.texts.count == 1 ? $0.texts[0] : .array($0.texts)) }
  }
}

extension ReplyReader {
  /// The codec of a reply: that of `decode`, else of its media type; nil where a built-in format reads it.
  func codec(_ type: MediaType?) throws(CallError) -> (name: String, codec: any Codec)? {
    if let name = model.decodeCodec {
      guard let codec = plan.codecs[name] else { throw model.missing(codec: name) }
      return (name, codec)
    }
    guard model.policy.decode == nil, let type else { return nil }
    return plan.codecs.codec(for: type)
  }

  /// The built-in format of a reply: the word of `decode`, else by media type; nil where neither tells.
  func format(_ type: MediaType?) -> ReplyFormat? { model.policy.decode.flatMap(ReplyFormat.init(rawValue:)) ?? ReplyFormat(type) }

  func decode(_ body: ReplyBody, _ type: MediaType?, _ name: String, _ codec: any Codec) throws(CallError) -> JSON {
    do {
      return try codec.decode(body.bytes, type)
    } catch {
      throw self.error(
        .decoding, "the codec '\(name)' cannot decode the response: \(error)", hint: "it starts with: \(Self.excerpt(body.bytes))")
    }
  }
}

/// Gives the texts of a reply whose format has no kinds those that its shape declares: `id=7` becomes the number 7 where `id` is an Int.
///
/// A text that is no value of its type stays text, so that the check of the shape tells it. One item is a list of one where a list is
/// declared, as neither a form nor XML can tell the two apart.
struct FormShape {
  let types: TypeTable
  /// In XML an empty element is null, an empty list is nothing at all, and a text may have attributes.
  var isXML = false

  func value(_ value: JSON, as declared: Shape) -> JSON {
    let value = isXML ? plain(value, types.resolve(declared)) : value
    switch types.resolve(types.resolve(declared).wrapped) {
    case .record(let record):
      guard let members = value.asObject else { return value }
      return .object(
        members.map { member in
          let shape = record.members.first { $0.wire == member.name }?.shape ?? .json
          return (member.name, self.value(member.value, as: shape))
        } + (isXML ? emptyLists(of: record, beside: value) : []))
    case .dictionary(let item): return value.asObject.map { .object($0.map { ($0.name, self.value($0.value, as: item)) }) } ?? value
    case .array(let item): return .array((value.asArray.map(Array.init) ?? [value]).map { self.value($0, as: item) })
    case let shape: return value.asString.map { ArgumentText(types: types).value($0, as: shape) } ?? value
    }
  }

  /// What an element is where a type is declared: nothing but its text, an empty text or an object without members.
  private func plain(_ value: JSON, _ shape: Shape) -> JSON {
    switch types.resolve(shape.wrapped) {
    case .record, .dictionary: return value.isNull && !shape.isOptional ? .object([]) : value
    case .array, .json: return value
    case .string where value.isNull: return shape.isOptional ? value : .string("")
    default:
      let text = value[member: "#text"]
      return value.asObject != nil && text.asString != nil ? text : value
    }
  }

  private func emptyLists(of record: Shape.Record, beside value: JSON) -> [(String, JSON)] {
    record.members.compactMap { member in
      guard case .array = types.resolve(member.shape), value[member: member.wire].asKind == .absent else { return nil }
      return (member.wire, .array([]))
    }
  }
}
