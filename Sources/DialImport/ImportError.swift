/// Why there is nothing to import.
package enum ImportError: Error, Equatable {
  /// The words are not a command of curl.
  case notCurl(String)
  /// The command of curl is incomplete; the text says why.
  case incomplete(String)
  /// No endpoint, tag or origin has this name.
  case unknownName(String, known: [String], isOrigin: Bool)
  case nothing
}
