import Foundation
import TestSupport
import Testing

@testable import DialMessage

/// `SecretMask`: a secret is found in every encoding in which a server can repeat it, and other texts stay as they are.
struct SecretMaskTests {
  static let secret = #"S3cr'et/to+ken~é&<"x\y>(1)*"#

  /// The mask is created once for the same secrets, and looks only for those that can match.
  @Test func manySecretsTakeLinearTime() {
    var secrets = Secrets()
    for number in 0..<5000 { secrets.add("sekrit-\(number)-word") }
    let start = ContinuousClock.now
    let text = String(repeating: "a %20 text \\u0041 without them, ", count: 20)
    for _ in 0..<100 { #expect(secrets.redact(text + "sekrit-4999-word") == text + Secrets.mask) }
    #expect(start.duration(to: .now) < .seconds(20))
    var more = secrets
    more.add("another")
    #expect(more.redact("another sekrit-7-word") == "\(Secrets.mask) \(Secrets.mask)" && secrets.redact("another") == "another")
  }

  private static func escaped(_ text: String, _ unit: (UInt16) -> String) -> String { text.utf16.map(unit).joined() }

  private static func json(_ text: String) -> String {
    let array = (try? JSONEncoder().encode([text])) ?? Data()
    return String(decoding: array, as: UTF8.self).dropFirst(2).dropLast(2).description
  }

  static let encodings: [(String, String)] = [
    ("unchanged", secret),
    ("in capitals", "abcdefgh".uppercased()),
    ("percent", secret.utf8.map { String(format: "%%%02X", $0) }.joined()),
    ("percent, lower", secret.utf8.map { String(format: "%%%02x", $0) }.joined()),
    ("quote of Python", secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(.init(charactersIn: "/_.-~")))!),
    ("encodeURIComponent", secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(.init(charactersIn: "-_.!~*'()")))!),
    ("twice percent", secret.utf8.map { String(format: "%%25%02X", $0) }.joined()),
    ("JSON", json(secret)),
    ("JSON in JSON", json(json(secret))),
    ("JSON in JSON in JSON", json(json(json(secret)))),
    ("every unit escaped", escaped(secret) { String(format: "\\u%04x", $0) }),
    ("every unit escaped, capitals", escaped(secret) { String(format: "\\u%04X", $0) }),
    ("one unit escaped", secret.replacing("c", with: "\\u0063")),
    (
      "HTML",
      secret.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;").replacing("'", with: "&#x27;")
    ),
    ("HTML, decimal", secret.unicodeScalars.map { "&#\($0.value);" }.joined()),
    ("base64", Data(secret.utf8).base64EncodedString()),
    ("base64url", Data(secret.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")),
    (
      "base64 in a URL",
      Data(secret.utf8).base64EncodedString().replacing("/", with: "%2F").replacing("+", with: "%2B").replacing("=", with: "%3D")
    ),
    ("hexadecimal", secret.utf8.map { String(format: "%02x", $0) }.joined()),
    ("hexadecimal, capitals", secret.utf8.map { String(format: "%02X", $0) }.joined()),
    ("outside the BMP", escaped("key-🔑-1") { String(format: "\\u%04x", $0) }),
    ("a space as plus", "two+words"),
  ]

  @Test(arguments: encodings) func isFound(_ title: String, _ text: String) {
    let mask = SecretMask([Self.secret, "abcdefgh", "key-🔑-1", "two words"], as: "***")
    let shown = mask.redact(#"{"error":"bad token \#(text)","n":1}"#)
    #expect(shown.replacing("%3D", with: "").replacing("=", with: "") == #"{"error":"bad token ***","n":1}"#)
    #expect(mask.redact(Array(text.utf8)) != Array(text.utf8))
  }

  /// The base64 form of a longer text has another form of the secret for each position in it.
  @Test(arguments: 0..<6) func isFoundInsideBase64(_ count: Int) throws {
    let before = Data(repeating: 0x7B, count: count)
    let text = (before + Data("correct horse battery".utf8) + Data("}".utf8)).base64EncodedString()
    let shown = SecretMask(["correct horse battery"], as: "***").redact("a \(text) b")
    #expect(shown.contains("***") && shown.count < text.count - 15)
  }

  /// Secrets that look like escapes themselves.
  @Test(arguments: ["ab%2Fcdefgh", "100%25abcdef", "ab%41cdefgh", "%2525%", #"a\u0041bcdef"#, #"C:\new\"x"#, "a&amp;bcdef", "%25%2525x%"])
  func isFoundIfItLooksLikeAnEscape(_ secret: String) {
    let mask = SecretMask([secret], as: "***")
    let percent = secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics)!
    let html = secret.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
    for text in [secret, percent, percent.addingPercentEncoding(withAllowedCharacters: .alphanumerics)!, Self.json(secret), html] {
      #expect(mask.redact("k=\(text)!") == "k=***!", "\(text)")
    }
  }

  static let others: [(Set<String>, String)] = [
    (["abcdefgh"], "abcdefg"), (["abcdefgh"], "abcdefg%"), (["abcdefgh"], "abcdefg%6"), (["abcdefgh"], "abcdefg\\u006"),
    (["abcdefgh"], "abcdefg&#104"), (["abcdefgh"], "abcdefg\\"), (["abcdefgh"], "abcdefg&#xFFFFFFFFF;"), (["test"], "The Testament"),
    (["7"], "17, 70, v7, 7.5"), (["a b"], "a-b"), ([], "abc"), (["abcdefgh"], ""), (["abcdefgh"], "%%%\\\\\\&&&"),
  ]

  @Test(arguments: others) func leavesOtherTexts(_ secrets: Set<String>, _ text: String) {
    #expect(SecretMask(secrets, as: "***").redact(text) == text)
  }

  @Test func shortOnesStandAlone() {
    #expect(SecretMask(["7"], as: "***").redact("id 7, 70") == "id ***, 70")
    #expect(SecretMask(["7"], as: "***").redact(url: "http://h7.test:7/a?id=7") == "http://h7.test:7/a?id=***")
    #expect(SecretMask(["a&b"], as: "***").redact("x a%26b y") == "x *** y")
  }

  @Test func theBeginningBeforeACut() {
    let mask = SecretMask(["correct horse battery"], as: "***")
    #expect(mask.redact("found 'is corre…'") == "found 'is ***…'")
    #expect(mask.redact("found 'is corre'… (9 bytes)") == "found 'is ***'… (9 bytes)")
    #expect(mask.redact("found 'is correct%20ho…'") == "found 'is ***…'")
    #expect(mask.redact("found 'is cor…'") == "found 'is cor…'")
  }

  @Test func theLongestFirst() {
    #expect(SecretMask(["token", "token-long"], as: "***").redact("token-long token") == "*** ***")
  }

  @Test func bytesThatAreNotText() {
    let bytes: [UInt8] = [0xFF, 0xFE] + Array("7 correct horse battery".utf8)
    #expect(SecretMask(["7", "correct horse battery"], as: "***").redact(bytes) == [0xFF, 0xFE] + Array("7 ***".utf8))
  }

  /// No sequence of escapes makes it fail, and the number of steps grows with the text.
  @Test func anyEscapes() {
    var random = SeededGenerator(state: 7)
    let pieces = ["%", "%2", "%25", "%252", "\\", "\\\\", "\\u", "\\u00", "\\ud83d", "\\udd11", "&", "&#", "&#x", ";", "a", "bcdefgh", "é"]
    let mask = SecretMask(["abcdefgh", "a%b\\c&d;e", "🔑🔑🔑"], as: "***")
    for _ in 0..<500 { _ = mask.redact((0..<12).map { _ in pieces.randomElement(using: &random)! }.joined()) }
    _ = mask.redact(String(repeating: "\\", count: 10_000))
    _ = mask.redact(String(repeating: "%25", count: 10_000))
  }
}
