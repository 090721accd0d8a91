import Dial
import DialConsole

/// The spec of a call without one, `dial get URL`: an endpoint for each method, without a signature, so that it accepts any argument.
struct URLSpec {
  /// The methods, as the command line and the endpoints name them.
  static let methods = ["get", "head", "options", "post", "put", "patch", "delete"]

  private let url: String

  /// Returns nil for a word that is not a URL.
  init?(_ word: String) {
    guard Self.isURL(word) else { return nil }
    url = word
  }

  static func isURL(_ word: String) -> Bool { ["http://", "https://"].contains(where: word.prefix(8).lowercased().hasPrefix) }

  static func isMethod(_ word: String) -> Bool { methods.contains(word.lowercased()) }

  /// - Parameter headers: those of the call; `Accept` for a stream makes the result its elements.
  func spec(_ headers: [String] = []) throws(Failure) -> Spec {
    guard let parts = AbsoluteURL(url) else { throw .usage("the URL has no host") }
    if parts.authority.contains("@") { throw .usage("the URL contains credentials", hint: "pass them with -u NAME:PASSWORD") }
    let origin = "\(parts.scheme.lowercased())://\(parts.authority)"
    if let fault = BaseURL.fault(origin, in: "the URL") { throw .usage(fault) }
    let accepted = headers.map { $0.lowercased().filter { $0 != " " } }
    let result = Self.streams.first { accepted.contains("accept:" + $0.key) }.map { " -> " + $0.value } ?? ""
    let rest = parts.rest.prefix { $0 != "#" }
    let path = rest.prefix { $0 != "?" }
    let line = origin + Self.template(path) + PercentEncoding.encodeKeepingReserved(String(rest.dropFirst(path.count)))
    let lines = Self.methods.map { "  \($0): \(Self.endpoint($0.uppercased(), line, result))\n" }
    do throws(SpecError) {
      return try Spec(Array(("endpoints:\n" + lines.joined()).utf8), name: url, folder: nil, trust: .untrusted)
    } catch {
      throw Failure(error)
    }
  }

  private static let streams = [
    "text/event-stream": "events", "application/x-ndjson": "lines", "application/jsonl": "lines", "multipart/mixed": "lines",
    "multipart/x-mixed-replace": "lines",
  ]

  /// Encodes a path. A name in braces is a parameter, as in a spec: `/users/{id}`.
  private static func template(_ text: Substring) -> String {
    let pieces = text.split(separator: "{", omittingEmptySubsequences: false)
    return pieces.dropFirst().reduce(PercentEncoding.encodeKeepingReserved(String(pieces[0]))) { whole, piece in
      let name = String(piece.prefix { $0 != "}" })
      let rest = piece.dropFirst(name.count)
      guard !rest.isEmpty, Name.isValid(name) else { return whole + PercentEncoding.encodeKeepingReserved("{" + piece) }
      return whole + "{\(name)}" + PercentEncoding.encodeKeepingReserved(String(rest.dropFirst()))
    }
  }

  /// Returns the words for one that has a meaning only without a spec, as in HTTPie: JSON or `@FILE` for the body, a header, a query item.
  static func words(for word: String) -> [String] {
    if word.hasPrefix("{") || word.hasPrefix("[") { return ["_:=" + word] }
    if word.hasPrefix("@") { return ["_" + word] }
    if let header = HeaderWord(word) { return ["-H", "\(header.name): \(header.value)"] }
    guard let mark = word.firstIndex(of: "="), word[mark...].hasPrefix("=="), !word[..<mark].hasSuffix(":") else { return [word] }
    return ["--query", word[..<mark] + "=" + word[mark...].dropFirst(2)]
  }

  /// Returns a line for a URL without a method: that of curl's -X, otherwise POST if there is a body.
  static func advised(_ words: [String]) -> [String] {
    var words = words
    var method = words.contains { ["-d", "--data", "--json", "-F", "--data-raw"].contains($0) } ? "post" : "get"
    if let index = words.firstIndex(where: { $0 == "-X" || $0 == "--request" }), let given = words[safe: index + 1], isMethod(given) {
      method = given.lowercased()
      words.removeSubrange(index...index + 1)
    }
    return [method] + words
  }

  private static func endpoint(_ method: String, _ target: String, _ result: String) -> String {
    var members: [(String, JSON)] = [(method, .string(method == "HEAD" ? target : target + result))]
    if method == "GET", result.isEmpty { members.append(("paginate", "link")) }
    if Methods.hasBody(method) == true { members.append(("contentTypes", .array(mediaTypes.map(JSON.string)))) }
    return JSONWriter.text(.object(members))
  }

  /// The media type of a body of arguments, of parts, and of a text; JSON unless the call chooses another.
  private static let mediaTypes = ["json", "form", "multipart", "text", "bytes", "lines"].compactMap { BodyWord.mediaTypes[$0] }

  /// Returns a failure without places in the text that stands for a spec.
  static func unplaced(_ failure: Failure) -> Failure {
    var failure = failure
    failure.location = nil
    if failure.status == 304 { failure.hint = "to take this status as a result, add: --accept 304" }
    for index in failure.faults.indices { failure.faults[index].location = nil }
    // There is no spec in which to set what a flag sets, too.
    if let hint = failure.hint, let end = hint.firstRange(of: ", or 'tls: ") { failure.hint = String(hint[..<end.lowerBound]) }
    if let hint = failure.hint, hint.contains("dial describe") || hint.contains("the spec") { failure.hint = kept(hint) }
    return failure
  }

  /// Returns a hint about a setting of a spec for a call that has none; nil if it names no setting: `if …, add 'decode: json' to …`.
  private static func kept(_ hint: String) -> String? {
    let pieces = hint.split(separator: "'", omittingEmptySubsequences: false)
    guard let index = pieces.indices.first(where: { $0 % 2 == 1 && pieces[$0].contains(": ") }) else { return nil }
    let before = pieces[..<index].joined(separator: "'")
    let why = before.lastIndex { ";,".contains($0) }.map { before[...$0] + " " } ?? ""
    return "\(why)keep the call with --save NAME, and add '\(pieces[index])' to its endpoint"
  }
}

/// The words of the language for bodies, as values of `--content-type`.
enum BodyWord {
  static let mediaTypes = [
    "json": "application/json", "form": "application/x-www-form-urlencoded", "multipart": "multipart/form-data", "text": "text/plain",
    "bytes": "application/octet-stream", "lines": "application/x-ndjson",
  ]
}
