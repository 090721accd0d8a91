extension Node {
  /// The place in the file of a slice of the scalar's text; of many slices, ask ``ScalarPlaces``.
  ///
  /// - Parameter utf8: offsets into the UTF-8 of `text`.
  public func range(of utf8: Range<Int>) -> SourceRange { ScalarPlaces(self).range(of: utf8) }
}
