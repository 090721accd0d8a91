import DialModel
import DialSyntax

struct TLSReader {
  let findings: Findings
  let paths: SpecPaths

  func read(_ node: Node) -> TLSModel {
    var model = TLSModel()
    KeyTable.tls.read(node, findings) { entry in
      switch entry.name {
      case "pins": model.pins = pins(entry.value)
      case "mode": model.mode = WordTable.pinMode.choice(entry.value, findings)
      case "except": model.except = Values.texts(entry.value, "except", findings)?.compactMap { host($0, at: entry.value.range) }
      case "client": model.client = client(entry.value)
      case "min": model.needsTLS13 = WordTable.tlsVersion.word(entry.value, findings).map { $0 == "1.3" }
      default: model.authorities = file(entry.value, "ca")
      }
    }
    return model
  }

  private func pins(_ node: Node) -> [TLSModel.Pinned]? {
    Values.mapping(node, "'pins'", findings)?.compactMap { entry in
      let items = entry.value.sequence ?? [entry.value]
      let pins = items.compactMap(pin)
      guard let hosts = host(entry.name, at: entry.key.range) else { return nil }
      if items.count == 1, pins.count == 1 {
        findings.warning(
          .singlePin, "'\(hosts.text)' has only one pin, so calls fail when the server changes its key; add the pin of a backup key",
          at: entry.value.range)
      }
      return TLSModel.Pinned(hosts: hosts, pins: pins, range: entry.key.range)
    }
  }

  private func pin(_ node: Node) -> [UInt8]? {
    guard let pin = Values.text(node, "a pin", findings) else { return nil }
    let digits = pin.dropFirst("sha256/".count)
    guard pin.hasPrefix("sha256/"), !digits.isEmpty, digits.utf8.allSatisfy(Base64.isDigit) else {
      return findings.fail(.expectedValue, "'\(pin)' is not a valid pin; write sha256/ and the digest in base64", at: node.range)
    }
    let bytes = Base64.decode(String(digits)) ?? []
    if bytes.count != 32 {
      findings.warning(
        .noEffect, "'\(pin)' cannot match any certificate; a SHA-256 digest has 32 bytes, which are 44 base64 characters", at: node.range)
    }
    return bytes
  }

  private func host(_ text: String, at range: SourceRange) -> HostPattern? {
    if let pattern = HostPattern(text) { return pattern }
    return findings.fail(.expectedValue, "'\(text)' is not a valid host; write a host such as api.example.com or *.example.com", at: range)
  }

  private func client(_ node: Node) -> TLSModel.Client? {
    var files: [String: TLSModel.NamedFile] = [:]
    var password: Text?
    KeyTable.client.read(node, findings) { entry in
      if entry.name == "password" { password = self.password(entry.value) } else { files[entry.name] = file(entry.value, entry.name) }
    }
    // One file can contain both.
    return (files["cert"] ?? files["key"]).map { TLSModel.Client(certificate: $0, key: files["key"], password: password) }
  }

  private func password(_ node: Node) -> Text? {
    guard let text = Values.text(node, "a string for 'password'", findings) else { return nil }
    TextRules.check(text, of: node, findings)
    let password = Text(text, range: node.range, arguments: false)
    if password.literal?.isEmpty == false { findings.warnOfLiteral("password", as: "KEY_PASSWORD", at: node.range) }
    return password
  }

  private func file(_ node: Node, _ what: String) -> TLSModel.NamedFile? {
    guard let path = Paths.inside(node, what, findings) else { return nil }
    return TLSModel.NamedFile(
      name: path, path: paths.folder.map { "\($0)/\(paths.path(path, in: node.range.file))" }, folder: paths.folder ?? "")
  }
}
