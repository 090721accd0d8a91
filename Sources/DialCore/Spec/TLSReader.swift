import DialSyntax

/// Checks `tls:`; what it asks for is later work, and until then a call under it is refused (it fails closed).
struct TLSReader {
  let findings: Findings

  func check(_ node: Node) {
    let policies = PolicyReader(findings: findings)
    policies.each(node, "tls", keys: .tls) { entry in
      switch entry.name {
      case "pins": pins(entry.value)
      case "mode": _ = policies.word(entry.value, "mode", among: .pinMode)
      case "except": _ = policies.texts(entry.value, "except")
      case "client":
        policies.each(entry.value, "client", keys: .client) { _ = Paths.inside($0.value, $0.name, findings) }
      case "min": _ = policies.word(entry.value, "min", among: .tlsVersion)
      default: _ = Paths.inside(entry.value, "ca", findings)
      }
    }
  }

  private func pins(_ node: Node) {
    guard let hosts = Values.mapping(node, "'pins'", findings) else { return }
    for host in hosts {
      for item in host.value.sequence ?? [host.value] {
        guard let pin = Values.text(item, "a pin", findings) else { continue }
        let digits = pin.dropFirst("sha256/".count)
        let isDigest = pin.hasPrefix("sha256/") && !digits.isEmpty && digits.utf8.allSatisfy(Base64.isDigit)
        if !isDigest { findings.error(.expectedValue, "'\(pin)' is no pin: sha256/ and the digest in base64", at: item.range) }
      }
    }
  }
}
