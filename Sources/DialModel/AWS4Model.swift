package import DialSyntax

/// Credentials that sign each request: AWS Signature Version 4.
package final class AWS4Model: Sendable {
  /// What is signed of a body.
  package enum Payload: String, Sendable, CaseIterable {
    /// Its SHA-256.
    case signed
    /// Nothing: `UNSIGNED-PAYLOAD`.
    case unsigned
    /// Each chunk of it by itself, while it is sent.
    case chunked
  }

  /// Where the signature stands in a request.
  package enum Carrier: String, Sendable, CaseIterable {
    case header, query
  }

  package let range: SourceRange
  package let key: Text
  package let secret: Text
  /// Of temporary credentials; it is left out where a variable in it has no value.
  package let token: Text?
  /// nil where the host says it: `dynamodb.eu-west-1.amazonaws.com`.
  package let service: Text?
  package let region: Text?
  package let payload: Payload
  package let carrier: Carrier
  /// For how many seconds a signature in the query holds.
  package let expires: Int

  package init(
    range: SourceRange, key: Text, secret: Text, token: Text? = nil, service: Text? = nil, region: Text? = nil, payload: Payload = .signed,
    carrier: Carrier = .header, expires: Int = 300
  ) {
    (self.range, self.key, self.secret, self.token) = (range, key, secret, token)
    (self.service, self.region, self.payload, self.carrier, self.expires) = (service, region, payload, carrier, expires)
  }

  /// Variables without which there is no signature.
  package var needed: [String] { [key, secret, service, region].compactMap(\.self).flatMap(\.variables) }

  package var variables: [String] { needed + (token?.variables ?? []) }

  /// Variables that hold what nobody may know; the id of a key is no such thing.
  package var credentials: [String] { secret.variables + (token?.variables ?? []) }

  /// What `describe` calls it: `aws4 s3 eu-west-1`.
  package var title: String { (["aws4"] + [service, region].compactMap { $0?.literal }).joined(separator: " ") }
}
