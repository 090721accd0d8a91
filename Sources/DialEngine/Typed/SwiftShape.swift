/// What a Swift type encodes and decodes, as far as probing shows.
package indirect enum SwiftShape: Sendable {
  /// Any type, or unknown.
  case any
  case string, bool, integer, number, date, data, text, file
  case array(SwiftShape)
  case dictionary(SwiftShape)
  case record([Member], isComplete: Bool)

  package struct Member: Sendable {
    var name: String
    var isOptional: Bool
    var shape: SwiftShape
  }

  /// The kind in a sentence.
  var words: String {
    switch self {
    case .any: "anything"
    case .string: "a String"
    case .bool: "a Bool"
    case .integer: "an integer"
    case .number: "a number"
    case .date: "a Date"
    case .data: "Data"
    case .text: "a URL or UUID"
    case .file: "a File"
    case .array: "an array"
    case .dictionary: "a dictionary"
    case .record: "an object"
    }
  }
}
