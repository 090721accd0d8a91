/// A transport behind which there is no service: it neither gives tokens nor asks for one.
package protocol OfflineTransport: Transport {
  /// Whether it may have answers to the calls that fetch a token, as a recording has.
  var mayKnowTokens: Bool { get }
}
