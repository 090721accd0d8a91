package import DialJSON
package import DialSyntax

/// A spec as it was read: every endpoint with all that the levels above it give already merged in.
package struct ServiceModel: Sendable {
  package var file: SourceFile
  package var name: String
  package var doc: String?
  package var base: Text?
  package var vars: [String: Text] = [:]
  package var types = TypeTable()
  package var endpoints: [EndpointModel] = []
  /// Names of groups with those around them, such as `v2.admin`, in the order of the file.
  package var groups: [String] = []
  /// Variables whose values are secret everywhere, because `auth` uses them.
  package var secretVariables: Set<String> = []
}

/// One endpoint: what can be called, and all policies that hold for it.
package struct EndpointModel: Sendable {
  /// With its groups: `admin.ban`.
  package var name: String
  /// Where its name stands in the spec; what an error of a call points at.
  package var range: SourceRange
  package var doc: String?
  package var method: String
  package var hasBody: Bool
  package var isSocket: Bool
  package var encoding: Encoding
  package var target: TargetModel
  package var parameters: [ParameterModel]
  /// Without a parameter list unknown arguments are placed by inference.
  package var isOpen: Bool
  /// Levels from the outermost in; a later one of the same name wins.
  package var headers: [FieldModel]
  package var query: [FieldModel]
  package var body: BodyTemplate?
  package var selection: SelectionModel?
  package var result: ResultModel
  package var failure: Shape?
  package var style: Style
  package var auth: AuthModel
  package var policy: PolicyModel
  package var mock: MockModel?
  package var tags: [String: String]
  /// Keys of the spec that a call would need and that this version only reads and checks.
  package var pending: [PendingFeature]
}

package enum Encoding: Sendable, Hashable {
  case json, form, multipart, text, bytes
  /// A codec registered from Swift.
  case named(String)

  package static let words = ["json", "form", "multipart", "text", "bytes"]

  package init(_ word: String) {
    switch word {
    case "json": self = .json
    case "form": self = .form
    case "multipart": self = .multipart
    case "text": self = .text
    case "bytes": self = .bytes
    default: self = .named(word)
    }
  }

  package var word: String {
    switch self {
    case .json: "json"
    case .form: "form"
    case .multipart: "multipart"
    case .text: "text"
    case .bytes: "bytes"
    case .named(let name): name
    }
  }
}

package struct TargetModel: Sendable {
  package var template: URITemplate
  package var text: String
  package var range: SourceRange
  package var isAbsolute: Bool
}

/// A header or a query item that the spec itself gives.
package struct FieldModel: Sendable {
  package var name: String
  package var value: Text
  /// Whether its level is the endpoint's own, where every placeholder must be a parameter.
  package var isOwn: Bool
  /// Whether what it holds may not be shown: by its name, where the value comes from a variable, or always.
  package var isSecret: Bool
}

extension [FieldModel] {
  /// Each name once: the nearest level wins, in the place of the first. One that an absent argument may take away leaves those
  /// around it.
  func nearest() -> [FieldModel] {
    var kept: [FieldModel] = []
    for field in self {
      if field.value.arguments.isEmpty, let index = kept.firstIndex(where: { $0.name.lowercased() == field.name.lowercased() }) {
        kept[index] = field
        kept.removeAll { $0.name.lowercased() == field.name.lowercased() && $0.value.range != field.value.range }
      } else {
        kept.append(field)
      }
    }
    return kept
  }

  /// Marks those that use a secret variable.
  mutating func markSecrets(_ variables: Set<String>) {
    for index in indices where self[index].value.variables.contains(where: variables.contains) { self[index].isSecret = true }
  }
}

package enum Place: String, Sendable, CaseIterable {
  case path, query, header, field, part, cookie
  /// The whole body, written `_`.
  case body
  /// Used up by a header, query or body template.
  case template

  /// Those that may be written before the dot.
  package static let written: [Place] = [.path, .query, .header, .field, .part, .cookie]
}

package struct ParameterModel: Sendable {
  package var name: String
  package var place: Place
  package var wire: String
  package var shape: Shape
  package var isSpread: Bool
  package var isFlag: Bool
  package var isRaw: Bool
  package var isRequired: Bool
  package var defaultValue: DefaultValue?
  package var style: Style
  package var values: [JSON]?
  package var isSecret: Bool
  package var file: FileRules
  package var doc: String?
  package var example: JSON?
  package var range: SourceRange
  /// Where `as` and the default stand, if they are written.
  package var wireRange: SourceRange?
  package var defaultRange: SourceRange?
  /// The name with its place, as an ambiguous argument is given: `query.id`.
  package var qualifiedName: String { "\(place.rawValue).\(name)" }
}

package struct FileRules: Sendable {
  package var filename: String?
  package var mimeType: String?
  package var maxBytes: Int64?
}

package enum DefaultValue: Sendable {
  case json(JSON)
  /// A text with variables.
  case text(Text)
  /// A fresh UUID, once per call.
  case uuid
  /// The present time, once per call.
  case now
}

/// A body written in the spec: a JSON value whose texts may hold placeholders.
package indirect enum BodyTemplate: Sendable {
  case literal(JSON)
  case text(Text)
  case array([BodyTemplate])
  case object([(name: Text, value: BodyTemplate)])

  /// All texts of it that hold something to fill in.
  package var texts: [Text] {
    switch self {
    case .literal: []
    case .text(let text): [text]
    case .array(let items): items.flatMap(\.texts)
    case .object(let members): members.flatMap { [$0.name] + $0.value.texts }
    }
  }

  package var arguments: [String] { texts.flatMap(\.arguments) }

  package var variables: [String] { texts.flatMap(\.variables) }
}

package struct SelectionModel: Sendable {
  package var path: JMESPath
  package var range: SourceRange
}

/// What is made of an accepted reply.
package enum ResultModel: Sendable {
  /// Read by its media type.
  case inferred
  case shape(Shape)
  case void, text, bytes, headers
  case events(Shape?)
  case lines(Shape?)
}

/// A key that is read and checked here, and acted on by a later version.
package struct PendingFeature: Sendable {
  package var name: String
  package var range: SourceRange
}
