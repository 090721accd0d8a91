public import DialJSON
import DialModel
package import HTTPTypes

/// What a response says about the end of its endpoint: `Deprecation` (RFC 9745), `Sunset` (RFC 8594), and a link to more.
public struct Deprecation: Sendable, Hashable {
  /// Whether the endpoint is deprecated, or will be: false where the response only says when it stops working.
  public var isDeprecated: Bool
  /// When the endpoint was or will be deprecated; nil where the response does not say.
  public var date: Timestamp?
  /// When the endpoint is expected to stop working; nil where the response does not say.
  public var sunset: Timestamp?
  /// The URL of the page that describes the change: the target of the link with `rel="deprecation"`.
  public var link: String?

  /// nil where the fields say nothing, or nothing that can be read.
  package init?(_ fields: HTTPFields) {
    func value(_ name: String) -> String? { fields.first { $0.name.canonicalName == name }?.value }
    let written = value("deprecation")
    date = written.flatMap(Self.date)
    // Drafts of RFC 9745 had 'true' in the place of a date.
    isDeprecated = date != nil || written == "true" || written == "?1"
    sunset = value("sunset").flatMap { Timestamp(httpDate: $0) }
    guard isDeprecated || sunset != nil else { return nil }
    link = LinkHeader(fields).target(of: "deprecation")
  }

  /// `@1688169599` (RFC 9651 section 3.3.7), or the HTTP date of a draft.
  private static func date(_ text: String) -> Timestamp? {
    guard text.hasPrefix("@") else { return Timestamp(httpDate: text) }
    let digits = text.dropFirst().prefix { $0 != ";" }
    guard digits.utf8.count <= 11, let seconds = Int64(digits) else { return nil }
    return Timestamp(secondsSince1970: Double(seconds))
  }
}
