extension String {
  /// Creates printable text from at most 48 untrusted bytes; everything except printable ASCII is escaped.
  init(escaping bytes: [UInt8]) {
    self.init()
    for byte in bytes.prefix(48) {
      switch byte {
      case 0x5C: self += "\\\\"
      case 0x20...0x7E: unicodeScalars.append(Unicode.Scalar(byte))
      case 0x0D: self += "\\r"
      case 0x0A: self += "\\n"
      default: self += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    if bytes.count > 48 { self += "…" }
  }
}
