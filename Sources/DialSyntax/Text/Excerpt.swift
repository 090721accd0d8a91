extension String {
  /// The text for use in a message: cut after 60 Unicode scalars.
  package var excerpt: String { excerpt(60) }

  /// The text, cut after so many Unicode scalars.
  package func excerpt(_ length: Int) -> String {
    let end = unicodeScalars.index(unicodeScalars.startIndex, offsetBy: length, limitedBy: unicodeScalars.endIndex)
    guard let end, end != unicodeScalars.endIndex else { return self }
    return String(unicodeScalars[..<end]) + "…"
  }
}
