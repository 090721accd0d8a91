/// A text that equals only the same bytes; `String` takes two ways of writing an accent for the same.
struct ExactText: Hashable {
  private let text: String

  init(_ text: String) { self.text = text }

  static func == (a: ExactText, b: ExactText) -> Bool {
    a.text == b.text && a.text.utf8.elementsEqual(b.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    // Equal bytes have equal hashes this way too, and a word at a time is fed.
    hasher.combine(text)
  }
}
