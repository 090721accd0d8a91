/// The ASCII form of a host name in other letters (RFC 5890, RFC 3492), for advice.
enum InternationalName {
  /// Returns the form `xn--…` of a name that needs no mapping (UTS 46): lowercase letters without marks of their own. Nil for other names.
  static func ascii(_ host: String) -> String? {
    var labels: [String] = []
    for label in host.split(separator: ".", omittingEmptySubsequences: false) {
      let scalars = Array(label.unicodeScalars)
      guard !scalars.isEmpty, scalars.allSatisfy(isKept) else { return nil }
      labels.append(scalars.allSatisfy(\.isASCII) ? String(label) : "xn--" + punycode(scalars))
    }
    let name = labels.joined(separator: ".")
    return name.utf8.count <= 253 && labels.allSatisfy { $0.utf8.count <= 63 } ? name : nil
  }

  private static func isKept(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar) || scalar == "-" }
    // Letters that have another form: parts of Hangul, compatibility ideographs, forms of Arabic, wide and half-wide letters.
    let others: [ClosedRange<UInt32>] = [
      0x1100...0x11FF, 0xA960...0xA97F, 0xD7B0...0xD7FF, 0xF900...0xFFFF, 0x1D400...0x1FFFF, 0x2F800...0x2FFFF,
    ]
    if others.contains(where: { $0.contains(scalar.value) }) { return false }
    switch scalar.properties.generalCategory {
    case .lowercaseLetter: return scalar.properties.lowercaseMapping == String(scalar) && scalar.value < 0x2000
    case .otherLetter: return true
    default: return false
    }
  }

  /// RFC 3492 section 6.3.
  private static func punycode(_ scalars: [Unicode.Scalar]) -> String {
    var output = scalars.filter(\.isASCII).map { Character($0) }
    let basic = output.count
    if basic > 0 { output.append("-") }
    var (code, delta, bias, done) = (UInt32(128), 0, 72, basic)
    while done < scalars.count {
      let next = scalars.lazy.map(\.value).filter { $0 >= code }.min() ?? code
      delta += Int(next - code) * (done + 1)
      code = next
      for scalar in scalars {
        if scalar.value < code { delta += 1 }
        guard scalar.value == code else { continue }
        output += digits(delta, bias)
        bias = adapted(delta, done + 1, isFirst: done == basic)
        (delta, done) = (0, done + 1)
      }
      (delta, code) = (delta + 1, code + 1)
    }
    return String(output)
  }

  private static func digits(_ delta: Int, _ bias: Int) -> [Character] {
    func digit(_ value: Int) -> Character { Character(Unicode.Scalar(UInt8(value < 26 ? 97 + value : 22 + value))) }
    var (rest, step, output) = (delta, 36, [Character]())
    while true {
      let threshold = min(max(step - bias, 1), 26)
      if rest < threshold { return output + [digit(rest)] }
      output.append(digit(threshold + (rest - threshold) % (36 - threshold)))
      (rest, step) = ((rest - threshold) / (36 - threshold), step + 36)
    }
  }

  /// RFC 3492 section 6.1.
  private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
    var (delta, bias) = (isFirst ? delta / 700 : delta / 2, 0)
    delta += delta / count
    while delta > 455 { (delta, bias) = (delta / 35, bias + 36) }
    return bias + 36 * delta / (delta + 38)
  }
}
