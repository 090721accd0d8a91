import DialModel
import DialSyntax

/// The keys of an endpoint, before parameters are combined.
final class EndpointDraft {
  let name: String
  let range: SourceRange
  let signature: Signature
  var level: Level
  var params: [DeclaredParameter]?
  var encodingRange: SourceRange?
  var hasBody: (value: Bool, range: SourceRange)?
  var body: (template: BodyTemplate, range: SourceRange)?
  var events: (model: EventsModel, range: SourceRange)?
  var doc: String?
  var mock: MockModel?
  var pagination: (model: PaginationModel, parameterRange: SourceRange?)?
  var poll: PollModel?
  var tags: [String: String] = [:]

  init(name: String, range: SourceRange, signature: Signature, level: Level, encodingRange: SourceRange?) {
    self.name = name
    self.range = range
    self.signature = signature
    self.level = level
    self.encodingRange = encodingRange
  }
}
