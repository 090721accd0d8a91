import DialModel
import DialSpec

extension SpecFinder {
  /// That no endpoint is named, with all that the spec has. Throws what is wrong with the spec.
  func missingEndpoint(of word: String) throws(Failure) -> Failure {
    let list = "to list all endpoints, run: dial list \(ShellWord.quoted(word))"
    if word == "-" { return .usage("missing endpoint for the spec '-'", hint: list) }
    let endpoints = Array(try load(word).service.endpoints)
    var failure = Failure.usage("missing endpoint; '\(word)' has:")
    failure.listing = EndpointListing(width: nil).text(Array(endpoints.prefix(Self.listed))).split(separator: "\n").map { "  " + $0 }
    failure.hint = endpoints.count > Self.listed ? list : "to see the parameters, run: dial describe \(ShellWord.quoted(word)) ENDPOINT"
    return failure
  }

  /// How many endpoints are listed where none is named.
  private static let listed = 100
}
