import DialSyntax

/// A signature line, taken apart but not yet joined with the other keys of its endpoint.
struct Signature {
  var method: String
  var methodRange: SourceRange
  var encoding: Encoding?
  var encodingRange: SourceRange?
  var target: TargetModel
  /// nil where there is no list: the endpoint is open.
  var parameters: [DeclaredParameter]?
  var selection: SelectionModel?
  var result: ResultModel?
  var failure: Shape?
  var range: SourceRange
}

/// A parameter as the line or `params:` declares it; what is left out is inferred later.
struct DeclaredParameter {
  var name: String
  var range: SourceRange
  var place: Place?
  var isOptional = false
  var isSpread = false
  var isFlag = false
  var isRaw = false
  var shape: Shape = .json
  var wire: String?
  var wireRange: SourceRange?
  var defaultValue: DefaultValue?
  var defaultRange: SourceRange?
  var style = Style()
  var values: [Scalar] = []
  var isSecret = false
  var file = FileRules()
  var doc: String?
  var example: Node?
}

/// The methods of the language and whether they carry a body by themselves.
enum Methods {
  static let bodiless = ["GET", "HEAD", "OPTIONS", "TRACE", "DELETE", "CONNECT"]
  static let withBody = ["POST", "PUT", "PATCH", "QUERY"]
  static let socket = "WS"
  static let all = bodiless + withBody + [socket]

  /// A token in capitals (RFC 9110 section 9.1), as the key of a long form.
  static func isCustom(_ word: String) -> Bool {
    !word.isEmpty && word.utf8.allSatisfy { (65...90).contains($0) || $0 == 45 || $0 == 95 || (48...57).contains($0) }
      && word.utf8.contains { (65...90).contains($0) } && !all.contains(word)
  }
}
