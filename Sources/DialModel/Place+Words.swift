extension Place {
  /// The place in a sentence.
  package var words: String {
    switch self {
    case .field: "body"
    case .part: "multipart body"
    case .body: "whole body"
    case .template: "template"
    default: rawValue
    }
  }
}
