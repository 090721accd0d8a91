/// The built-in formats of a response body, by the words of `decode`.
package enum ReplyFormat: String, Sendable, CaseIterable {
  case json, text, form, lines, bytes, xml

  /// Returns the format of a media type; nil if there is none. XML is text unless the spec declares it as data.
  package init?(_ type: MediaType?) {
    guard let type else { return nil }
    self =
      if type.isJSON { .json } else if type.isLines { .lines } else if type.isText { .text } else if type.isForm { .form } else { .bytes }
  }
}

/// How to read the events of a stream: the key `events:`.
package struct EventsModel: Sendable {
  /// What to take from the data of each event. An event without it is skipped.
  package var each: SelectionModel?
  /// The data of the event that ends the stream.
  package var until: String?
  /// Whether to reconnect when the stream ends.
  package var reconnect = false

  package init() {}
}
