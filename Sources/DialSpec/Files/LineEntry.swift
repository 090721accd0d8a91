import DialModel
import DialSyntax

/// An endpoint written as a line, in its long form: `GET /users` is `GET: /users`.
enum LineEntry {
  /// Returns nil if the text does not begin with a method.
  static func mapping(_ node: Node) -> Node? {
    guard let text = node.text else { return nil }
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0A }
    let bytes = Array(text.utf8)
    guard let start = bytes.firstIndex(where: { !isBlank($0) }), let end = bytes[start...].firstIndex(where: isBlank),
      let rest = bytes[end...].firstIndex(where: { !isBlank($0) })
    else { return nil }
    let method = String(decoding: bytes[start..<end], as: UTF8.self)
    guard Methods.all.contains(method) else { return nil }
    let places = ScalarPlaces(node)
    let key = Node(.scalar(Scalar(text: method)), range: places.range(of: start..<end))
    let target = String(decoding: bytes[rest...], as: UTF8.self)
    let value = Node(.scalar(Scalar(text: target)), range: places.range(of: rest..<bytes.count))
    return Node(.mapping([Entry(key: key, value: value)]), range: node.range)
  }
}
