import DialBuild
import DialModel
import DialPolicies

/// Patterns for the texts of the language. Each accepts everything that the reader accepts, and rejects obvious mistakes.
///
/// They have the same meaning in JavaScript (with the `u` flag), Python and Java: no letter classes, and escapes only for ASCII.
enum SchemaPattern {
  private static let blank = #"[ \t\n\r]"#
  private static let number = #"[0-9]+(?:\.[0-9]*)?"#
  private static let span = "(?=[0-9])" + ["d", "h", "m", "s", "ms"].map { "(?:\(number)\($0))?" }.joined()
  private static let nameStart = #"[^\u0000-\u0040\u005B-\u005E\u0060\u007B-\u007F]"#
  private static let nameRest = #"[^\u0000-\u002C\u002E\u002F\u003A-\u0040\u005B-\u005E\u0060\u007B-\u007F]*"#
  private static let plainName = nameStart + nameRest

  static let whole = #"^(?:\+?[0-9]+|-0+)$"#
  static let duration = "^\(span)$"
  static let timeout = "^(?=[^1-9]*[1-9])\(span)$"
  static let durations = #"^\#(span)\.\.\#(span)$"#
  static let size = #"^(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[KMG]i?B|B)$"#
  private static let jsonNumber = #"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?"#
  static let anyNumber = "^\(jsonNumber)$"
  static let numberOrSize = #"^(?:\#(jsonNumber)|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[KMG]i?B|B))$"#
  static let rate = "^\\+?0*[1-9][0-9]*/[smh]$"
  static let status = "^(?:[1-5](?:[0-9][0-9]|[xX][xX])|any)$"
  static let cause = "^(?:[1-5](?:[0-9][0-9]|[xX][xX])|network)$"
  /// A host name of at least two labels, not an address.
  static let domain = #"^(?:[A-Za-z0-9_-]+\.)+(?![0-9]+$)[A-Za-z0-9_-]+$"#
  static let host = "^[^/:@?# ]+$"
  static let hostOrNone = "^[^/:@?# ]*$"
  static let pinned = #"^(?:(?:\*\.)?[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*\.?|\[?[0-9A-Za-z_.-]*:[0-9A-Za-z_:.-]*\]?)$"#
  static let pin = "^sha256/[A-Za-z0-9+/=]+$"
  static let mediaType = "^[^/]+/[^/]"
  static let path = #"^(?![/~])(?!(?:[^/]*/)*\.\.(?:/|(?![\s\S])))[\s\S]"#
  /// A path without query, fragment and host.
  static let prefix = #"^(?![\s\S]*://)[^?#]*$"#
  /// A URL without credentials, query and fragment. A URL with a variable can be checked only in a call.
  static let base: String = {
    let octet = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"
    // A name whose last label is a number would be an address.
    let name = #"(?!(?:[A-Za-z0-9_-]*\.)*[0-9]+\.?(?:[:/]|$))[A-Za-z0-9._-]+"#
    let host = #"(?:\#(name)|\#(octet)(?:\.\#(octet)){3}\.?|\[[0-9A-Fa-f:.]{2,}\])"#
    let port = "0*(?:[1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])"
    let sign = #"(?:[\u0021\u0024\u0026-\u003B\u003D\u0040-\u005B\u005D\u005F\u0061-\u007A\u007E]|%[0-9A-Fa-f]{2})"#
    let path = "(?:/\(sign)*)?"
    let socket =
      #"(?:[uU][nN][iI][xX]:///\#(sign)+|[hH][tT][tT][pP]\+[uU][nN][iI][xX]://%2[fF](?:[A-Za-z0-9._~-]|%[0-9A-Fa-f]{2})+\#(path))"#
    // The host must end in a constant name.
    let open = #"(?:[^/]*[^$/])?\{[^{}]*\}(?:\.(?![lL][oO][cC][aA][lL][hH][oO][sS][tT](?:[:/]|$))[^./:{}]*)?(?:[:/]|$)"#
    let filled = #"(?![^:]*://\#(open))(?=[\s\S]*\{)[^@]*"#
    return #"^(?:(?:[hH][tT][tT][pP]|[wW][sS])[sS]?://\#(host)(?::(?:\#(port))?)?\#(path)|\#(socket)|\#(filled))$"#
  }()
  static let headerName = "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$"
  /// Printable ASCII and tabs, or a placeholder.
  static let headerValue = #"^[\u0009\u0020-\u007E]*$|\{"#
  /// Credentials; `dial check` counts the words after the kind.
  static let auth: String = {
    let kinds = CredentialKinds.all.compactMap { kind in
      kind.syntax.map { kind.name + String(repeating: #"[ \t]+[^ \t]+"#, count: $0.required.count - 1) + #"[ \t]+[^ \t]"# }
    }
    return #"^[ \t]*(?:none\??[ \t]*$|\#(kinds.joined(separator: "|")))"#
  }()

  static let nameOrFree = "^(?:x-|\(plainName)$)"
  static let typeName =
    "^(?!(?:\(Shape.builtins.map(\.name).joined(separator: "|")))$)" + #"[^\u0000-\u0040\u005B-\u007F]"# + "\(nameRest)$"
  /// `name`, `name?`, `name as wire`.
  static let member = #"^\#(plainName)(?:\??\#(blank)*$|\?\#(blank)*as\#(blank)|\#(blank)+as\#(blank))"#
  /// A member of a result, or a status.
  static let result = member + "|^(?:[2-5](?:[0-9][0-9]|[xX][xX])|[dD][eE][fF][aA][uU][lL][tT])$"
  /// `name`, `query.name?`, `header.meta*`, `+name`, `_ user`.
  static let parameter: String = {
    let places = Place.written.map(\.rawValue).joined(separator: "|")
    return #"^\#(blank)*(?:_\#(blank)+|\+|(?:\#(places))\.\+?)?\#(plainName)[?*!]?\#(blank)*$"#
  }()

  /// A custom method: a token in capitals.
  static let customMethod = "^(?!(?:\(Methods.all.joined(separator: "|")))$)(?=[A-Z0-9_-]*[A-Z])[A-Z0-9_-]+$"

  static let line = "^\(blank)*(?:\(Methods.all.joined(separator: "|")))\(blank)+\(rest)"
  static let target = "^\(blank)*\(rest)"

  /// `[encoding] target`, then nothing or the beginning of another part. Complex brackets and quotes are left to the reader.
  private static let rest: String = {
    let encoding = "(?:(?:\(Encoding.words.joined(separator: "|")))\(blank)+)?"
    let piece = #"(?:[^ \t\n\r()\[\]{}"`]|\{[^ \t\n\r()\[\]{}"`]*\})"#
    let end = #"(?:\#(blank)*$|\#(blank)+(?:\(|(?:@|->|!)\#(blank)))"#
    let open = #"(?:[()\[\]}"`]|\{[^ \t\n\r()\[\]{}"`]*[ \t\n\r()\[\]{"`])"#
    return #"\#(encoding)(?!\()(?!(?:@|->|!)\#(blank))(?:\#(piece)+\#(end)|\#(piece)*\#(open))"#
  }()
}
