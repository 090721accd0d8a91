import DialJSON
import DialSyntax

@testable import DialBuild
@testable import DialMessage
@testable import DialModel
@testable import DialSpec

/// Returns a model as text, including places in the file, for comparison.
func outline(_ value: Any) -> String {
  switch value {
  case let file as SourceFile: return file.name
  case let json as JSON: return JSONWriter.text(json)
  case let path as JMESPath: return path.text
  // Texts that were joined have several literals one after the other.
  case let template as URITemplate: return template.parts.map { if case .literal(let text) = $0 { text } else { "<\($0)>" } }.joined()
  case let text as String: return "\"\(text)\""
  default: break
  }
  let mirror = Mirror(reflecting: value)
  if mirror.children.isEmpty { return "\(value)" }
  let parts = mirror.children.map { "\($0.label ?? ""): \(outline($0.value))" }
  // Sets and dictionaries have no order.
  let isUnordered = mirror.displayStyle == .set || mirror.displayStyle == .dictionary
  return "\(mirror.subjectType)(" + (isUnordered ? parts.sorted() : parts).joined(separator: ", ") + ")"
}
