/// The built-in ways to read the body of a reply, by the words of `decode`.
package enum ReplyFormat: String, Sendable, CaseIterable {
  case json, text, form, lines, bytes

  /// By media type alone; nil where there is none.
  package init?(_ type: MediaType?) {
    guard let type else { return nil }
    self =
      if type.isJSON { .json } else if type.isLines { .lines } else if type.isText { .text } else if type.isForm { .form } else { .bytes }
  }
}

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
