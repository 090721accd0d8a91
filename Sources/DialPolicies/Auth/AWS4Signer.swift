import Crypto
import DialJSON
import DialModel

/// Signs requests to one service in one region (AWS Signature Version 4). It signs what it is given, at the time that it is given.
struct AWS4Signer: Sendable {
  let key: String
  let secret: String
  /// Of temporary credentials.
  let token: String?
  let service: String
  let region: String

  static let algorithm = "AWS4-HMAC-SHA256"

  /// A moment as signatures have it: `20150830T123600Z`.
  struct Time: Sendable, Equatable {
    let stamp: String
    var date: String { String(stamp.prefix(8)) }

    init(seconds: Int64) {
      let text = Timestamp(seconds: seconds)?.rfc3339 ?? ""
      stamp = text.filter { $0 != "-" && $0 != ":" }
    }
  }

  /// Whether the service takes paths as they are, and wants to be told what is signed of a body.
  var isS3: Bool { service == "s3" || service.hasPrefix("s3-") || service == "s3express" }

  func scope(_ time: Time) -> String { "\(time.date)/\(region)/\(service)/aws4_request" }

  func stringToSign(_ request: CanonicalRequest, _ time: Time) -> String {
    [Self.algorithm, time.stamp, scope(time), Self.digest(request.text)].joined(separator: "\n")
  }

  func signature(of text: String, _ time: Time) -> String {
    Self.hex(Self.hmac(text, SymmetricKey(data: signingKey(time))))
  }

  /// The value of the header Authorization.
  func authorization(_ request: CanonicalRequest, _ time: Time) -> String {
    let signature = signature(of: stringToSign(request, time), time)
    return "\(Self.algorithm) Credential=\(key)/\(scope(time)), SignedHeaders=\(request.signedHeaders), Signature=\(signature)"
  }

  private func signingKey(_ time: Time) -> [UInt8] {
    [time.date, region, service, "aws4_request"].reduce(Array("AWS4\(secret)".utf8)) { key, text in
      Self.hmac(text, SymmetricKey(data: key))
    }
  }

  // MARK: digests

  private static func hmac(_ text: String, _ key: SymmetricKey) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: key))
  }

  static func digest(_ text: String) -> String { digest(Array(text.utf8)) }

  static func digest(_ bytes: [UInt8]) -> String { hex(SHA256.hash(data: bytes)) }

  static func hex(_ bytes: some Sequence<UInt8>) -> String { DigestAlgorithm.hex(bytes) }
}
