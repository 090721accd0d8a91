import DialModel

/// The rules of one parameter between what is declared and the place that it got: what cannot be, and what changes nothing.
struct DeclarationRules {
  let declared: DeclaredParameter
  let place: Place
  let encoding: Encoding
  let findings: Findings

  func check() {
    if declared.wire == "", !declared.isSpread { checkEmptyWire() }
    if declared.isFlag { checkFlag() }
    if case .void = declared.shape.wrapped { checkVoid() }
    if declared.isRaw { checkRaw() }
    if !declared.fileKeys.isEmpty { checkFileKeys() }
  }

  /// `dry!` is sent without a value, so that its type can only be Bool.
  private func checkFlag() {
    switch declared.shape.wrapped {
    case .bool, .json, .named: return
    default:
      findings.error(
        .parameter, "'\(declared.name)!' is a query key without a value, so its type must be Bool, not \(declared.shape.spelling)",
        at: declared.range)
    }
  }

  /// Void is a result: no value is one.
  private func checkVoid() {
    findings.error(
      .parameter, "a parameter cannot be Void; give '\(declared.name)' another type, or omit the type to accept any JSON",
      at: declared.range)
  }

  /// An empty name would be sent: `?=1`.
  private func checkEmptyWire() {
    guard ![.body, .template, .header].contains(place) else { return }
    findings.error(
      .parameter, "the wire name of '\(declared.name)' is empty; write the name that the server uses, or remove 'as'",
      at: declared.wireRange ?? declared.range)
  }

  private func checkRaw() {
    let isKept = place == .field ? encoding == .form : ![.header, .cookie, .part, .body].contains(place)
    if isKept { return }
    let here = place == .field ? "a \(encoding.word) body" : "the \(place.words)"
    findings.warning(
      .noEffect, "'+' has no effect in \(here); it applies only to a target, a query or a form",
      at: declared.range)
  }

  private func checkFileKeys() {
    let isFile = declared.shape.isFile || declared.shape.isFileList
    for key in declared.fileKeys {
      if key.name == "max" {
        if isFile || declared.shape.isData || declared.shape.isDataList { continue }
        findings.warning(.noEffect, "'max' has no effect on '\(declared.name)'; it applies only to File and Data", at: key.range)
      } else if !isFile, place != .part, place != .body {
        findings.warning(
          .noEffect, "'\(key.name)' has no effect on '\(declared.name)'; it applies only to a File or a part of a multipart body", at: key.range)
      }
    }
  }
}

extension Shape {
  /// Bytes.
  fileprivate var isData: Bool {
    if case .data = wrapped { true } else { false }
  }

  fileprivate var isDataList: Bool {
    if case .array(let item) = wrapped { item.isData } else { false }
  }
}
