/// The negotiated parameters of permessage-deflate (RFC 7692 section 7.1).
struct Deflate: Equatable {
  var serverForgets = false
  var clientForgets = false
  var clientWindowBits: Int32 = 15

  static let offer = "permessage-deflate; client_max_window_bits"

  /// Reads the response to ``offer``; nil if the server declines. Throws if it is invalid.
  init?(_ lines: [String]) throws(Fault) {
    let items = lines.flatMap { $0.split(separator: ",") }.map { Self.trimmed($0) }.filter { !$0.isEmpty }
    guard let item = items.first else { return nil }
    let pieces = item.split(separator: ";", omittingEmptySubsequences: false).map { Self.trimmed($0) }
    guard items.count == 1, pieces[0].lowercased() == "permessage-deflate" else { throw Fault(extensions: items.joined(separator: ", ")) }
    var seen: Set<String> = []
    for piece in pieces.dropFirst() {
      let parts = piece.split(separator: "=", maxSplits: 1).map { Self.trimmed($0) }
      let name = (parts.first ?? "").lowercased()
      let value = parts.count == 2 ? parts[1].trimmingQuotes() : nil
      guard seen.insert(name).inserted, set(name, value) else { throw Fault(extensions: item) }
    }
  }

  /// Extensions in the response that were not offered.
  struct Fault: Error { var extensions: String }

  private mutating func set(_ name: String, _ value: String?) -> Bool {
    switch (name, value.map { Int32($0) }) {
    case ("server_no_context_takeover", nil): serverForgets = true
    case ("client_no_context_takeover", nil): clientForgets = true
    case ("server_max_window_bits", .some(.some(8...15))): break
    case ("client_max_window_bits", .some(.some(let bits))) where (8...15).contains(bits): clientWindowBits = bits
    default: return false
    }
    return true
  }

  var inflater: MessageInflater? { MessageInflater(forgets: serverForgets) }
  /// nil for a window of 256 bytes, which zlib does not support. Sending uncompressed messages is always allowed.
  var deflater: MessageDeflater? {
    clientWindowBits > 8 ? MessageDeflater(windowBits: clientWindowBits, forgets: clientForgets) : nil
  }

  private static func trimmed(_ text: Substring) -> String { String(HeadRules.trimmed(String(text))) }
}

extension String {
  fileprivate func trimmingQuotes() -> String { count >= 2 && first == "\"" && last == "\"" ? String(dropFirst().dropLast()) : self }
}
