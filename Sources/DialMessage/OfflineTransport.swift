/// A transport behind which there is no service: it neither gives tokens nor asks for one, and nothing has to be waited for.
package protocol OfflineTransport: Transport {
  /// Whether it may have answers to the calls that fetch a token, as a recording has.
  var mayKnowTokens: Bool { get }
}

/// What of the policies is left where there is no service.
package enum Offline {
  /// A mock is asked again only where somebody asks for retries: another try is answered by the next one of its list.
  case mocks
  /// A recording is asked again for as long as it has another answer: its tries were recorded, too.
  case recording

  package init?(_ transport: any Transport) {
    guard let transport = transport as? any OfflineTransport else { return nil }
    self = transport.mayKnowTokens ? .recording : .mocks
  }
}

extension Response {
  private enum LastKnownKey: MessageContextKey { typealias Value = Bool }

  /// Another try would be answered in the same way: a recording has no other answer.
  package var isLastKnown: Bool {
    get { context[LastKnownKey.self] ?? false }
    set { context[LastKnownKey.self] = newValue ? true : nil }
  }
}
