import TestSupport
import Testing

@testable import DialCLI
@testable import DialConsole

/// Changes of a document by a spec: what its author can mend is an error, and nothing is sent before it is known.
struct OverDocumentTests {
  private static let document = """
    openapi: 3.1.0
    info: {title: Pets, version: '1'}
    servers: [{url: https://api.test}]
    paths:
      /pets:
        post:
          operationId: create
          tags: [Pets]
          requestBody: {content: {application/json: {schema: {properties: {name: {type: string}, age: {type: integer}}}}}}
      /pets/{id}:
        get: {operationId: get, parameters: [{name: id, in: path, required: true}, {name: q, in: query, required: true, schema: {type: string}}]}
      /photo:
        put: {operationId: photo, requestBody: {content: {image/png: {}, image/jpeg: {}, application/*: {}}}}
      /points:
        post:
          operationId: points
          requestBody: {content: {application/json: {schema: {properties: {at: {type: array, prefixItems: [{type: integer}, {type: string}]}}}}}}
    """

  private func ran(_ line: String, _ overlay: String = "") async throws -> Ran {
    let folder = try TemporaryFolder([
      "pets.yaml": Self.document, "ours.yaml": "overlay: pets.yaml\n" + overlay, "me.jpg": "x", "me.csv": "x",
    ])
    let words = line.replacing("ours", with: "\(folder.path)/ours.yaml").replacing("@me", with: "@\(folder.path)/me")
    var ran = await dial(words)
    (ran.out, ran.err) = (ran.out.replacing(folder.path + "/", with: ""), ran.err.replacing(folder.path + "/", with: ""))
    return ran
  }

  @Test(arguments: [
    (
      "{call: gett, args: {id: '{name}'}, until: done}", "unknown endpoint 'gett' of 'poll.call'",
      "unknown endpoint 'gett'; did you mean 'get'?"
    ),
    (
      "{call: get, args: {q: x}, until: done}", "'get' requires 'id', but 'poll.args' does not set it",
      "'get' requires 'id', which 'poll.args' does not set"
    ),
    (
      "{call: get, args: {ix: x, q: x}, until: done}", "'poll.args' names 'ix', which is not a parameter of 'get'",
      "'get' has no argument 'ix'"
    ),
  ])
  func aJobIsNotStartedIfItsStateCannotBeAskedFor(poll: String, checked: String, waited: String) async throws {
    let overlay = "endpoints: {create: {poll: \(poll)}}\n"
    let check = try await ran("check ours", overlay)
    #expect(check.exit == ExitStatus.spec && (check.out + check.err).contains(checked), "\(check)")
    // Nothing was sent: no server would answer.
    let wait = try await ran("wait ours create name=a", overlay)
    #expect(wait.exit == ExitStatus.usage && wait.err.contains(waited), "\(wait)")
  }

  @Test(arguments: [
    ("endpoints: {create: {body: {n: '{nam}'}}}", "'{nam}'"),
    ("groups: {Petz: {timeout: 1s}}", "has no tag of this name; did you mean 'Pets'?"),
  ])
  func itsOwnMistakesAreErrors(overlay: String, message: String) async throws {
    let ran = try await ran("check ours", overlay)
    #expect(ran.exit == ExitStatus.spec && (ran.out + ran.err).contains(message), "\(ran)")
  }

  @Test(arguments: [
    ("create name=5", "endpoints: {create: {body: {pet: {n: '{name}'}}}}", #"--data-raw '{"pet":{"n":"5"}}'"#),
    ("create name=5 age=3", "endpoints: {create: {body: {pet: {n: '{name}'}}}}", #"--data-raw '{"pet":{"n":"5"},"age":3}'"#),
    ("get 7", "endpoints: {get: {params: {q: null}}}", "https://api.test/pets/7\n"),
    ("photo _@me.jpg", "", "-H 'Content-Type: image/jpeg' --data-binary @me.jpg"),
    ("photo _@me.csv", "", "-H 'Content-Type: image/png' --data-binary @me.csv"),
    ("photo _@me.jpg --content-type image/png", "", "-H 'Content-Type: image/png' --data-binary @me.jpg"),
  ])
  func requests(line: String, overlay: String, text: String) async throws {
    let ran = try await ran("call ours \(line) --curl", overlay)
    #expect((ran.out + "\n").contains(text), "\(ran)")
  }

  @Test func theSkeletonOfAPair() async throws {
    let skeleton = try await ran("describe ours points --skeleton")
    #expect(skeleton.out.filter { !$0.isWhitespace } == #"{"at":[7,"text"]}"#)
  }
}
