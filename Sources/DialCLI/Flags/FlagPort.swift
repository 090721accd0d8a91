/// The value of a `--port`.
enum FlagPort {
  /// A port to listen on, 0 for any that is free. The system would take the rest of a larger number.
  static func read(_ text: String) throws(Failure) -> Int {
    if let port = UInt16(text) { return Int(port) }
    throw .usage("--port takes a number from 0 to 65535, not '\(text)'")
  }
}
