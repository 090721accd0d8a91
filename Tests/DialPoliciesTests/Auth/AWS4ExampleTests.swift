import Testing

@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// Examples of the S3 documentation: headers, a query, chunks.
struct AWS4ExampleTests {
  private static let signer = AWS4Signer(
    key: "AKIAIOSFODNN7EXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", token: nil, service: "s3", region: "us-east-1")
  private static let time = AWS4Signer.Time(seconds: 1_369_353_600)
  private static let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

  private static func signature(
    _ method: String, _ path: String, query: String = "", _ headers: [(name: String, value: String)], _ payload: String
  ) -> String {
    let canonical = CanonicalRequest(
      method: method, path: CanonicalRequest.path(path, isS3: true), query: query, headers: headers, payload: payload)
    return signer.signature(of: signer.stringToSign(canonical, time), time)
  }

  @Test func aPartOfAnObject() {
    let signature = Self.signature(
      "GET", "/test.txt",
      [
        ("Host", "examplebucket.s3.amazonaws.com"), ("Range", "bytes=0-9"), ("x-amz-content-sha256", Self.empty),
        ("x-amz-date", "20130524T000000Z"),
      ], Self.empty)
    #expect(signature == "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41")
  }

  @Test func aNewObjectWhosePathIsEncodedOnce() {
    let payload = AWS4Signer.digest("Welcome to Amazon S3.")
    let signature = Self.signature(
      "PUT", "/test%24file.text",
      [
        ("Date", "Fri, 24 May 2013 00:00:00 GMT"), ("Host", "examplebucket.s3.amazonaws.com"), ("x-amz-content-sha256", payload),
        ("x-amz-date", "20130524T000000Z"), ("x-amz-storage-class", "REDUCED_REDUNDANCY"),
      ], payload)
    #expect(signature == "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd")
  }

  @Test(arguments: [
    ("lifecycle", "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"),
    ("max-keys=2&prefix=J", "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"),
  ])
  func itemsOfAQuery(query: String, expected: String) {
    let signature = Self.signature(
      "GET", "/", query: query,
      [("Host", "examplebucket.s3.amazonaws.com"), ("x-amz-content-sha256", Self.empty), ("x-amz-date", "20130524T000000Z")], Self.empty)
    #expect(signature == expected)
  }

  @Test func aSignatureInTheQuery() {
    let query = Self.signer.query(Self.time, expires: 86400, signedHeaders: "host", behind: "")
    let signature = Self.signature("GET", "/test.txt", query: query, [("host", "examplebucket.s3.amazonaws.com")], "UNSIGNED-PAYLOAD")
    #expect(signature == "aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404")
  }

  @Test func chunks() async throws {
    let seed = Self.signature(
      "PUT", "/examplebucket/chunkObject.txt",
      [
        ("Content-Encoding", "aws-chunked"), ("Content-Length", "66824"), ("Host", "s3.amazonaws.com"),
        ("x-amz-content-sha256", SignedChunks.payload), ("x-amz-date", "20130524T000000Z"), ("x-amz-decoded-content-length", "66560"),
        ("x-amz-storage-class", "REDUCED_REDUNDANCY"),
      ], SignedChunks.payload)
    #expect(seed == "4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9")
    let body = ResponseBody([UInt8](repeating: UInt8(ascii: "a"), count: 66560))
    let chunked = try await SignedChunks(body: body, signer: Self.signer, time: Self.time, seed: seed).signed().collect(upTo: .max)
    #expect(SignedChunks.length(of: 66560) == 66824 && chunked.count == 66824)
    let text = String(decoding: chunked, as: UTF8.self)
    #expect(text.hasPrefix("10000;chunk-signature=ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648\r\naaa"))
    #expect(text.contains("\r\n400;chunk-signature=0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497\r\naaa"))
    #expect(text.hasSuffix("\r\n0;chunk-signature=b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9\r\n\r\n"))
  }

  @Test(arguments: [0, 1, 65535, 65536, 65537, 200_000])
  func theLengthOfChunksIsKnownBefore(count: Int) async throws {
    // Pieces of other sizes than chunks.
    let (pieces, input) = AsyncStream<[UInt8]>.makeStream()
    for start in stride(from: 0, to: count, by: 1000) { input.yield([UInt8](repeating: 1, count: min(1000, count - start))) }
    input.finish()
    let chunks = SignedChunks(body: ResponseBody(pieces), signer: Self.signer, time: Self.time, seed: "s")
    #expect(try await chunks.signed().collect(upTo: .max).count == Int(SignedChunks.length(of: Int64(count))))
  }

  @Test(arguments: [
    ("s3.amazonaws.com", "s3", "us-east-1"), ("b.s3.eu-west-1.amazonaws.com", "s3", "eu-west-1"),
    ("s3.dualstack.eu-west-1.amazonaws.com", "s3", "eu-west-1"), ("DynamoDB.us-gov-east-1.amazonaws.com", "dynamodb", "us-gov-east-1"),
    ("iam.amazonaws.com", "iam", "us-east-1"), ("email.eu-central-1.amazonaws.com", "ses", "eu-central-1"),
    ("lambda.cn-north-1.amazonaws.com.cn", "lambda", "cn-north-1"), ("localhost", nil, nil), ("amazonaws.com.evil.test", nil, nil),
  ])
  func aHostOfAWSTellsServiceAndRegion(host: String, service: String?, region: String?) {
    let parts = AWSHost.parts(host)
    #expect(parts.service == service && parts.region == region)
  }

  @Test(arguments: [
    ("https://h.test", "h.test", "", ""), ("http://H.test:80/a?b=c#d", "h.test", "/a", "b=c"),
    ("https://h.test:8443/a//b?", "h.test:8443", "/a//b", ""), ("http://[::1]:9000/x", "[::1]:9000", "/x", ""),
    ("http+unix://%2Frun%2FA.sock/a?b", "localhost", "/a", "b"), ("wss://h.test:443/a", "h.test", "/a", ""),
  ])
  func aURLInTheParts(text: String, host: String, path: String, query: String) {
    let url = SignedURL(text)
    #expect(url.host == host && url.path == path && url.query == query)
  }
}
