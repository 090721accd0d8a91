/// How the events of a stream are read: the key `events:`.
package struct EventsModel: Sendable {
  /// What is taken from the data of each event; one where nothing is found is skipped.
  package var each: SelectionModel?
  /// The data of the event that ends the stream.
  package var until: String?
  /// Whether a stream that ends is taken up again.
  package var reconnect = false

  package init() {}
}
