import DialModel
import DialSpec

extension SpecFinder {
  /// That no endpoint is named, with all that the spec has. Throws what is wrong with the spec.
  func missingEndpoint(of word: String) throws(Failure) -> Failure {
    let list = "dial list \(ShellWord.quoted(word)) shows all of them"
    if word == "-" { return .usage("missing endpoint of '-'", hint: list) }
    let endpoints = Array(try load(word).service.endpoints)
    var failure = Failure.usage("missing endpoint; '\(word)' has:")
    failure.listing = EndpointListing(width: nil).text(Array(endpoints.prefix(Self.listed))).split(separator: "\n").map { "  " + $0 }
    failure.hint = endpoints.count > Self.listed ? list : "dial describe \(ShellWord.quoted(word)) ENDPOINT shows what one takes"
    return failure
  }

  /// How many endpoints are listed where none is named.
  private static let listed = 100
}
