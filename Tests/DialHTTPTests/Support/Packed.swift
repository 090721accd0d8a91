import DialModel

/// Compressed bodies, made with gzip and zlib of Python.
enum Packed {
  static let gzip = bytes("H4sIAAAAAAACA8tIzcnJBwCGphA2BQAAAA==")
  static let zlib = bytes("eNrLSM3JyQcABiwCFQ==")
  static let deflate = bytes("y0jNyckHAA==")
  static let gzipTwice = bytes("H4sIAAAAAAACA5Pv5mAAASbm0x5nT55kZ2hbJmDGChQAAKdvtEUZAAAA")
  static let gzipWrongSum = bytes("H4sIAAAAAAACA8tIzcnJBwCHphA2BQAAAA==")
  static let zeros = bytes(
    "H4sIAAAAAAACA+3BAQEAAACAkP6v7ggKAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAauuOl9cAAAEA")

  private static func bytes(_ text: String) -> [UInt8] { Base64.decode(text) ?? [] }
}
