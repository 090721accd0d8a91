import DialJSON
import HTTPTypes

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies
@testable import DialStreams

/// The first line selects an endpoint, the second is the content type of a response, the rest its body.
enum ReplyFuzz {
  private static let client = Client(Samples.spec, transport: Silent())

  static func take(_ bytes: [UInt8]) {
    let (line, rest) = cut(bytes)
    let (type, body) = cut(rest)
    let names = Samples.spec.endpoints
    let name = text(line).flatMap { names.contains($0) ? $0 : nil } ?? names[Int(line.first ?? 0) % names.count]
    guard let plan = try? client.engine.plan(name) else { fatalError("no plan of \(name)") }
    var headers = HTTPFields()
    if let type = text(type), HeaderRules.isValue(type), !type.isEmpty { headers[.contentType] = type }
    let reader = ReplyReader(plan: plan)
    do throws(CallError) {
      let reply = try reader.reply(Response(status: .ok, headers: headers), body: body)
      if reply.value.asKind != .absent { Claims.json(reply.value) }
    } catch {
      claim(!error.message.isEmpty && !error.description.isEmpty, "an error without words: \(error.code)")
    }
    _ = reader.refusal(Response(status: .notFound, headers: headers), body)
    _ = ErrorBody.message(body)
  }
}
