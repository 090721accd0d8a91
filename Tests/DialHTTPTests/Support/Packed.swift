import DialModel

/// Packed bodies, made with Python's gzip and zlib.
enum Packed {
  static let gzip = bytes("H4sIAAAAAAACA8tIzcnJBwCGphA2BQAAAA==")
  static let zlib = bytes("eNrLSM3JyQcABiwCFQ==")
  static let deflate = bytes("y0jNyckHAA==")
  /// `gzip` packed once more.
  static let gzipTwice = bytes("H4sIAAAAAAACA5Pv5mAAASbm0x5nT55kZ2hbJmDGChQAAKdvtEUZAAAA")
  /// `gzip` with another checksum.
  static let gzipWrongSum = bytes("H4sIAAAAAAACA8tIzcnJBwCHphA2BQAAAA==")
  /// 64 KiB of zeros.
  static let zeros = bytes(
    "H4sIAAAAAAACA+3BAQEAAACAkP6v7ggKAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAauuOl9cAAAEA")

  private static func bytes(_ text: String) -> [UInt8] { Base64.decode(text) ?? [] }
}
