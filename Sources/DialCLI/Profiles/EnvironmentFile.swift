import Dial
import DialConsole

/// The variables of a file of lines `NAME=value`, for `--env-file`.
enum EnvironmentFile {
  static func read(_ path: String) throws(Failure) -> [String: String] {
    let bytes: [UInt8]
    do throws(Failure) { bytes = try LocalFile(path).read() } catch { throw .usage("--env-file: \(error.message)") }
    // Editors of Windows write a byte order mark.
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let rest = bytes.starts(with: mark) ? bytes[3...] : bytes[...]
    guard let text = String(validating: rest, as: UTF8.self) else { throw .usage("--env-file: '\(path)' is not valid UTF-8") }
    var values: [String: String] = [:]
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      var line = line.trimmed
      if line.isEmpty || line.hasPrefix("#") { continue }
      if line.hasPrefix("export"), line.dropFirst(6).first?.isWhitespace == true { line = line.dropFirst(7).trimmed }
      // The line may contain a secret.
      guard let mark = line.firstIndex(of: "="), Name.isValid(String(line[..<mark].trimmed)),
        let value = value(line[line.index(after: mark)...])
      else { throw .usage("--env-file: line \(index + 1) of '\(path)' must be NAME=value, with both quotes or none") }
      values[String(line[..<mark].trimmed)] = value
    }
    return values
  }

  /// Returns a value without its quotes, escapes and comment; nil if a quote is missing. Variables in it are not replaced.
  private static func value(_ text: Substring) -> String? {
    var rest = text.drop(while: \.isWhitespace)
    guard let quote = rest.popFirst(), quote == "'" || quote == "\"" else {
      // A comment begins after a blank, also where there is no value.
      let comment = text.indices.first { text[$0] == "#" && $0 > text.startIndex && text[text.index(before: $0)].isWhitespace }
      return String((comment.map { text[..<$0] } ?? text).trimmed)
    }
    var value = ""
    while let next = rest.popFirst() {
      if next == quote { return rest.trimmed.isEmpty || rest.trimmed.hasPrefix("#") ? value : nil }
      guard quote == "\"", next == "\\", let escaped = rest.popFirst() else {
        value.append(next)
        continue
      }
      value += ["n": "\n", "t": "\t", "r": "\r", "\"": "\"", "\\": "\\", "$": "$"][escaped] ?? "\\\(escaped)"
    }
    return nil
  }
}
