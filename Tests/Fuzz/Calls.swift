import DialJSON
import HTTPTypes

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies
@testable import DialStreams

/// Prepares calls of the endpoints of a valid spec.
enum Calls {
  /// The maximum number of called endpoints.
  private static let maximum = 50

  static func each(of spec: Spec) {
    let client = Client(spec, variables: Variables(["TOKEN": "t-0123456789", "HOST": "h.test"]), base: nil, transport: Silent())
    for endpoint in spec.service.endpoints.prefix(maximum) {
      prepare(client, endpoint.name, Arguments())
      prepare(client, endpoint.name, Arguments(members: sample(of: endpoint, spec.service.types)))
      prepare(
        client, endpoint.name, Arguments(members: endpoint.parameters.map { ($0.name, ["a/../é\n": [nil, "\u{0}"]]) } + [("other", "x")]))
    }
  }

  static func prepare(_ client: Client, _ name: String, _ arguments: Arguments, isOwn: Bool = false) {
    do throws(CallError) {
      let draft = try client.prepare(name, arguments)
      Claims.request(draft.request, isOwn: isOwn)
      body(draft.request)
      claim(!draft.curl().isEmpty, "no line for curl")
    } catch {
      claim(!error.message.isEmpty && !error.description.isEmpty, "an error without words: \(error.code)")
      error.location.map(Claims.range)
    }
  }

  /// Checks that a body matches its type.
  private static func body(_ request: PreparedRequest) {
    guard case .bytes(let bytes) = request.body, let type = request.headers[.contentType].flatMap(MediaType.init) else { return }
    if type.isJSON, request.headers.filter({ $0.name == .contentType }).count == 1 { written(bytes, as: type) }
  }

  private static func written(_ bytes: [UInt8], as type: MediaType) {
    // text or bytes with a JSON type come from the caller
    guard type.essence == "application/json", let first = bytes.first, first == UInt8(ascii: "{") else { return }
    claim((try? JSON(parsing: bytes)) != nil, "the body is not valid JSON: \(String(decoding: bytes, as: UTF8.self).debugDescription)")
  }

  /// Returns arguments that fit the declaration.
  private static func sample(of endpoint: EndpointModel, _ types: TypeTable) -> [(String, JSON)] {
    endpoint.parameters.map { ($0.name, $0.values?.first ?? sample(of: $0.shape, types, depth: 0)) }
  }

  private static func sample(of shape: Shape, _ types: TypeTable, depth: Int) -> JSON {
    guard depth < 6 else { return .null }
    switch types.resolve(shape) {
    case .json, .named: return "text é"
    case .string, .file, .data: return "dGV4dA=="
    case .int, .int64, .uint64: return 7
    case .double, .decimal: return 1.5
    case .bool: return true
    case .date: return "2024-05-06T07:08:09Z"
    case .url: return "https://api.test/x"
    case .uuid: return "123e4567-e89b-12d3-a456-426614174000"
    case .void: return .null
    case .literals(let words): return .string(words.first ?? "")
    case .array(let item): return .array([sample(of: item, types, depth: depth + 1)])
    case .dictionary(let value): return .object([("k", sample(of: value, types, depth: depth + 1))])
    case .optional(let inner): return sample(of: inner, types, depth: depth + 1)
    case .record(let record):
      // a wide and deep type could be larger than memory
      return .object(record.members.prefix(depth < 3 ? 8 : 1).map { ($0.wire, sample(of: $0.shape, types, depth: depth + 1)) })
    }
  }
}

struct Silent: Transport {
  func send(_ request: PreparedRequest) async throws -> Response { Response(status: .noContent) }
}
