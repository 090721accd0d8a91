import DialModel

/// The keys that take one word of a closed set, each with its words: for the reader, for findings and for the schema.
package enum WordTable: String, CaseIterable, Sendable {
  case arrays, objects, nesting, bools, dates, data, keys
  case cache, cookies
  /// The key `in` of a parameter.
  case place = "in"
  /// The key `mode` of `tls`.
  case pinMode = "mode"
  /// The key `min` of `tls`.
  case tlsVersion = "min"
  /// The keys of `oauth2`.
  case grant
  case clientAuth = "client_auth"
  /// The key `from` of `auth`.
  case supply = "from"
  /// Keys of `aws4`.
  case payload, carrier
  /// The key `error` of a mock.
  case mockError = "error"

  /// The words in the order in which a finding lists them; of a style the first is its default.
  package var words: [String] {
    switch self {
    case .arrays: Style.Arrays.allCases.map(\.rawValue)
    case .objects: Style.Objects.allCases.map(\.rawValue)
    case .nesting: Style.Nesting.allCases.map(\.rawValue)
    case .bools: Style.Bools.allCases.map(\.rawValue)
    case .dates: Style.Dates.allCases.map(\.rawValue)
    case .data: Style.Binary.allCases.map(\.rawValue)
    case .keys: Style.Keys.allCases.map(\.rawValue)
    case .cache: ["none", "standard", "prefer-cache", "only-cache", "reload", "revalidate"]
    case .cookies: ["none", "session"]
    case .place: Place.written.map(\.rawValue) + [Place.body.rawValue]
    case .pinMode: ["key", "certificate", "both"]
    case .tlsVersion: ["1.2", "1.3"]
    case .grant: OAuthModel.Grant.allCases.map(\.rawValue)
    case .clientAuth: OAuthModel.ClientAuth.allCases.map(\.rawValue)
    case .payload: AWS4Model.Payload.allCases.map(\.rawValue)
    case .carrier: AWS4Model.Carrier.allCases.map(\.rawValue)
    case .supply: TokenModel.Supply.allCases.map(\.rawValue)
    case .mockError: MockModel.errors
    }
  }
}
