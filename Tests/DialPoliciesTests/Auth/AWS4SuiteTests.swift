import Foundation
import TestSupport
import Testing

@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// The test suite of Amazon for Signature Version 4: each file of a case is created byte for byte.
struct AWS4SuiteTests {
  private static let fixtures = Fixtures()

  static let names: [String] = {
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: fixtures.folder.appending(path: "aws4").path)) ?? []
    return paths.filter { $0.hasSuffix(".req") }.map { String($0.dropLast(4)) }.sorted()
  }()

  @Test func everyCaseIsThere() { #expect(Self.names.count == 34) }

  private static func text(_ path: String) throws -> String {
    try fixtures.text("aws4/\(path)").replacing("\r\n", with: "\n")
  }

  /// A request in a file.
  private struct Raw {
    var method = "", target = "", body = ""
    var headers: [(name: String, value: String)] = []

    init(_ text: String) {
      let parts = text.firstRange(of: "\n\n")
      body = parts.map { String(text[$0.upperBound...]) } ?? ""
      var lines = text[..<(parts?.lowerBound ?? text.endIndex)].split(separator: "\n")
      let words = lines.removeFirst().split(separator: " ")
      method = String(words[0])
      target = words[1..<(words.count - 1)].joined(separator: " ")
      for line in lines {
        if line.first == " " {
          headers[headers.count - 1].value += "\n" + line
        } else {
          let name = line.prefix { $0 != ":" }
          headers.append((String(name), String(line.dropFirst(name.count + 1))))
        }
      }
    }
  }

  @Test(arguments: names)
  func signsAsPublished(name: String) throws {
    var raw = Raw(try Self.text("\(name).req"))
    // The token is part of the credentials, not the request.
    let token = try Self.text("\(name).creq").split(separator: "\n").first { $0.hasPrefix("x-amz-security-token:") }
    if let token, !raw.headers.contains(where: { $0.name.lowercased() == "x-amz-security-token" }) {
      raw.headers.append(("X-Amz-Security-Token", String(token.dropFirst("x-amz-security-token:".count))))
    }
    let path = raw.target.prefix { $0 != "?" }
    let canonical = CanonicalRequest(
      method: raw.method, path: CanonicalRequest.path(String(path), isS3: false), query: String(raw.target.dropFirst(path.count + 1)),
      headers: raw.headers, payload: AWS4Signer.digest(raw.body))
    #expect(canonical.text == (try Self.text("\(name).creq")))
    let signer = AWS4Signer(
      key: "AKIDEXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", token: nil, service: "service", region: "us-east-1")
    let time = AWS4Signer.Time(seconds: 1_440_938_160)
    #expect(time.stamp == "20150830T123600Z")
    #expect(signer.stringToSign(canonical, time) == (try Self.text("\(name).sts")))
    #expect(signer.authorization(canonical, time) == (try Self.text("\(name).authz")))
  }
}
