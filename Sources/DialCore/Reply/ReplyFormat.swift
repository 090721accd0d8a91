/// What the body of a reply is read as.
enum ReplyFormat: Sendable {
  case json, text, form, lines, bytes

  /// By media type alone; nil where there is none.
  init?(_ type: MediaType?) {
    guard let type else { return nil }
    self =
      if type.isJSON { .json } else if type.isLines { .lines } else if type.isText { .text } else if type.isForm { .form } else { .bytes }
  }
}
