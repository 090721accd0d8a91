import DialModel
package import HTTPTypes

/// A type whose values can contain secrets. Printing one, dumping it, and looking at it in a debugger shows only its description, which
/// contains none.
///
/// ```swift
/// print(try users.prepare("me"))  // GET https://api.example.com/me, headers: authorization
/// ```
public protocol SecretHolder: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension SecretHolder {
  /// The name of the type.
  public var description: String { String("\(Self.self)".prefix { $0 != "<" }) }
  /// The same as `description`.
  public var debugDescription: String { description }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension PreparedRequest: SecretHolder {
  /// The method, the URL without secrets, and the names of the headers.
  public var description: String {
    let names = headers.map(\.name.canonicalName).joined(separator: ", ")
    return "\(method.rawValue) \(shown.url)\(names.isEmpty ? "" : ", headers: \(names)")"
  }
}

extension RequestBody: SecretHolder {
  /// The size of the body.
  public var description: String {
    switch self {
    case .none: "no body"
    case .bytes(let bytes): ByteCount.text(bytes.count)
    case .stream(let length, _, _): length.map { "a stream of \(ByteCount.text(Int(clamping: $0)))" } ?? "a stream"
    }
  }
}

extension Response: SecretHolder {
  /// The status and the names of the headers.
  public var description: String { status.description(headers) }
}

extension HTTPResponse.Status {
  /// The status and the names of header fields.
  package func description(_ headers: HTTPFields) -> String {
    let names = headers.map(\.name.canonicalName).joined(separator: ", ")
    return "status \(code)\(names.isEmpty ? "" : ", headers: \(names)")"
  }
}

extension File: SecretHolder {
  /// The path or the name, without the content.
  public var description: String { "File(\(path))" }
}

extension TransportTraits: SecretHolder {}

extension CallError: SecretHolder {}
