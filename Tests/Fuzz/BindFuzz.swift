import DialBuild
import DialEngine
import DialJSON
import DialMessage
import DialModel
import DialPolicies
import DialStreams

/// The first line selects an endpoint of a spec with every location and encoding; the rest is the JSON object of arguments.
enum BindFuzz {
  private static let client = Client(Samples.spec, variables: ["TOKEN": "t-0123456789"], transport: Silent())

  static func take(_ bytes: [UInt8]) {
    let (line, rest) = cut(bytes)
    guard let json = try? JSON(parsing: rest), let members = json.asObject else { return }
    let arguments = Arguments(members: members.map { ($0.name, $0.value) })
    let names = Samples.spec.endpoints
    if let name = text(line), names.contains(name) {
      Calls.prepare(client, name, arguments, isOwn: true)
    } else {
      Calls.prepare(client, names[Int(line.first ?? 0) % names.count], arguments, isOwn: true)
    }
  }
}
