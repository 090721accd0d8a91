import DialModel
import DialSyntax

/// Warns of `{to}` in the path of a URL in a header, where it is not percent-encoded (Endpoints.md#Placeholders-in-texts).
struct HeaderURLRule {
  let model: EndpointModel
  let findings: Findings

  func check(_ value: Text) {
    var before = ""
    for (index, piece) in value.pieces.enumerated() {
      switch piece {
      case .literal(let part): before += part
      // A variable at the start is a URL if a path follows.
      case .variable: before += index == 0 ? "https://host" : "x"
      case .generated: before += "x"
      case .argument(let name, let operation):
        if operation == nil, isInPath(before), takesAnyText(name) { warn(of: name, in: value.range) }
        before += "x"
      }
    }
  }

  private func isInPath(_ before: String) -> Bool {
    guard let scheme = before.firstRange(of: "://") else { return false }
    return Name.isASCII(String(before[..<scheme.lowerBound])) && before[scheme.upperBound...].contains("/")
  }

  private func takesAnyText(_ name: String) -> Bool {
    switch model.parameters.first(where: { $0.name == name })?.shape.wrapped {
    case .string, .json: true
    default: false
    }
  }

  private func warn(of name: String, in range: SourceRange) {
    let (file, source, written) = (range.file, range.offsets, Array("{\(name)}".utf8))
    let start = source.first { file.bytes[$0...].starts(with: written) && file.bytes[max($0 - 1, 0)] != UInt8(ascii: "{") }
    findings.warning(
      .sentLiterally, "'{\(name)}' is not percent-encoded in a URL of a header; write '{*\(name)}'",
      at: start.map { file.range(of: $0..<$0 + written.count) } ?? range, fix: "encode it as a path", with: start.map { _ in "{*\(name)}" })
  }
}
