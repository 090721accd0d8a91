internal import CExpat
package import DialJSON

/// Reads XML as JSON with expat: `<a id="1"><b>x</b><b/></a>` is `{"a": {"@id": "1", "b": ["x", null]}}`.
///
/// An element is a member of its parent. Attributes are members with the prefix `@`. Repeated elements are an array at the position of the
/// first. An element that contains only text is that text, and an empty one or one with `xsi:nil="true"` is null; other text is the member
/// `#text`, without surrounding whitespace. Names keep their prefixes; comments and processing instructions are ignored.
package enum XMLReader {
  package struct Fault: Error {
    package var message: String
    package var isLimit = false
  }

  /// The maximum depth, the same as for JSON.
  static let maxDepth = 256

  /// Returns the document as an object with its root. A document type is an error, so there are no entities except the five of XML.
  package static func read(_ text: String) throws(Fault) -> JSON {
    guard let parser = XML_ParserCreate("UTF-8") else { throw Fault(message: "out of memory") }
    defer { XML_ParserFree(parser) }
    let tree = XMLTree(parser)
    // Unretained is safe: expat uses the tree only during XML_Parse, and `tree.fault` below keeps it until then.
    XML_SetUserData(parser, Unmanaged.passUnretained(tree).toOpaque())
    XML_SetElementHandler(
      parser, { XMLTree.from($0)?.begin($1, $2) }, { data, _ in XMLTree.from(data)?.end() })
    XML_SetCharacterDataHandler(parser) { XMLTree.from($0)?.add($1, $2) }
    XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in
      XMLTree.from(data)?.refuse(Fault(message: "it contains a document type declaration (DTD), which is not supported"))
    }
    var text = text
    let status = text.withUTF8 { bytes in
      // Rebinding is safe: UInt8 and CChar have the same layout.
      bytes.withMemoryRebound(to: CChar.self) { XML_Parse(parser, $0.baseAddress, Int32(clamping: $0.count), 1) }
    }
    if let fault = tree.fault { throw fault }
    guard status != XML_STATUS_ERROR, let root = tree.root else {
      let reason = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "malformed"
      let place = "line \(XML_GetCurrentLineNumber(parser)), column \(XML_GetCurrentColumnNumber(parser) + 1)"
      throw Fault(message: "\(reason) (\(place))")
    }
    return root
  }
}

/// The open elements and, at the end, the root.
private final class XMLTree {
  private struct Element {
    var name: String
    var members = GroupedMembers()
    var text = ""
    /// Whether the element is null (`xsi:nil`, XML Schema part 1, section 2.6.2).
    var isNil = false

    var value: JSON {
      if isNil { return .null }
      if members.isEmpty { return text.isEmpty ? .null : .string(text) }
      let blanks = " \t\r\n".unicodeScalars
      var scalars = text.unicodeScalars[...]
      while let first = scalars.first, blanks.contains(first) { scalars.removeFirst() }
      while let last = scalars.last, blanks.contains(last) { scalars.removeLast() }
      var all = members
      if !scalars.isEmpty { all.add(.string(String(Substring(scalars))), to: "#text") }
      return all.json
    }
  }

  private let parser: XML_Parser
  private var open: [Element] = []
  /// The prefixes of the namespace of `nil`; `xsi` even if it is not declared.
  private var nilPrefixes: Set<String> = ["xsi"]
  private(set) var root: JSON?
  private(set) var fault: XMLReader.Fault?

  init(_ parser: XML_Parser) { self.parser = parser }

  /// Returns the tree that a callback of expat is called with. `data` is always the tree that `XMLReader.read` set and still holds.
  static func from(_ data: UnsafeMutableRawPointer?) -> XMLTree? { data.map { Unmanaged<XMLTree>.fromOpaque($0).takeUnretainedValue() } }

  func refuse(_ fault: XMLReader.Fault) {
    if self.fault == nil { self.fault = fault }
    _ = XML_StopParser(parser, 0)
  }

  func begin(_ name: UnsafePointer<XML_Char>?, _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?) {
    guard open.count < XMLReader.maxDepth else {
      return refuse(XMLReader.Fault(message: "it is nested deeper than \(XMLReader.maxDepth) levels", isLimit: true))
    }
    var element = Element(name: name.map { String(cString: $0) } ?? "")
    let pairs = Self.pairs(attributes)
    for (key, value) in pairs {
      element.members.add(.string(value), to: "@" + key)
      if key.hasPrefix("xmlns:"), value == "http://www.w3.org/2001/XMLSchema-instance" { nilPrefixes.insert(String(key.dropFirst(6))) }
    }
    element.isNil = pairs.contains { key, value in
      key.hasSuffix(":nil") && nilPrefixes.contains(String(key.dropLast(4))) && (value == "true" || value == "1")
    }
    open.append(element)
  }

  private static func pairs(_ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?) -> [(String, String)] {
    var pairs: [(String, String)] = []
    while let attributes, let key = attributes[2 * pairs.count], let value = attributes[2 * pairs.count + 1] {
      pairs.append((String(cString: key), String(cString: value)))
    }
    return pairs
  }

  func add(_ text: UnsafePointer<XML_Char>?, _ count: Int32) {
    guard let text, !open.isEmpty else { return }
    let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
    open[open.count - 1].text += String(decoding: bytes, as: UTF8.self)
  }

  func end() {
    guard let element = open.popLast() else { return }
    if open.isEmpty {
      root = .object([(element.name, element.value)])
    } else {
      open[open.count - 1].members.add(element.value, to: element.name)
    }
  }
}
