import DialModel

/// The rules between the declaration of a parameter and its location.
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

  /// `dry!` is sent without a value, so its type must be Bool.
  private func checkFlag() {
    switch declared.shape.wrapped {
    case .bool, .json, .named: return
    default:
      findings.error(
        .parameter, "'\(declared.name)!' is a query key without a value, sent when true: it is a Bool, not \(declared.shape.spelling)",
        at: declared.range)
    }
  }

  /// Void is a result type without values.
  private func checkVoid() {
    findings.error(
      .parameter, "'\(declared.name)' is Void, which no value is: name what it takes, or leave its type out for any JSON",
      at: declared.range)
  }

  /// An empty name would be sent: `?=1`.
  private func checkEmptyWire() {
    guard ![.body, .template, .header].contains(place) else { return }
    findings.error(
      .parameter, "the wire name of '\(declared.name)' is empty: write the name that the server knows, or leave 'as' out",
      at: declared.wireRange ?? declared.range)
  }

  private func checkRaw() {
    let isKept = place == .field ? encoding == .form : ![.header, .cookie, .part, .body].contains(place)
    if isKept { return }
    let here = place == .field ? "a \(encoding.word) body" : "the \(place.words)"
    findings.warning(
      .noEffect, "'+' keeps reserved characters of a target, a query or a form as they are: it changes nothing in \(here)",
      at: declared.range)
  }

  private func checkFileKeys() {
    let isFile = declared.shape.isFile || declared.shape.isFileList
    for key in declared.fileKeys {
      if key.name == "max" {
        if isFile || declared.shape.isData || declared.shape.isDataList { continue }
        findings.warning(.noEffect, "'max' is for a File: it changes nothing for '\(declared.name)'", at: key.range)
      } else if !isFile, place != .part, place != .body {
        findings.warning(
          .noEffect, "'\(key.name)' is for a File, or a part of a multipart body: it changes nothing for '\(declared.name)'", at: key.range)
      }
    }
  }
}

extension Shape {
  /// Whether it is bytes.
  fileprivate var isData: Bool {
    if case .data = wrapped { true } else { false }
  }

  fileprivate var isDataList: Bool {
    if case .array(let item) = wrapped { item.isData } else { false }
  }
}
