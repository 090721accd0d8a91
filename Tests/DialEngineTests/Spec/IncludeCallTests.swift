import Foundation
import TestSupport
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialModel

/// Calls of a spec that includes types, variables and policies of another file.
struct IncludeCallTests {
  @Test func `files that name the next one twice take no time`() throws {
    let folder = try TemporaryFolder(["api.yaml": "include: [f0.yaml, f0.yaml]\nbase: https://api.test\nendpoints: {e: 'GET /${V}'}\n"])
    for index in 0..<31 {
      let text = index == 30 ? "vars: {V: x}\n" : "include: [f\(index + 1).yaml, f\(index + 1).yaml]\n"
      try Data(text.utf8).write(to: URL(filePath: "\(folder.path)/f\(index).yaml"))
    }
    #expect(try folder.call() == "GET /x")
  }

  @Test func `types, vars and policies are taken over, and names of the spec win`() throws {
    let folder = try TemporaryFolder([
      "api.yaml": """
      include: [shared/a.yaml, shared/b.yaml]
      base: https://api.test
      vars: {V: own}
      headers: {x-two: own}
      endpoints:
        e: POST /${V}/${W} (user User)
      """,
      "shared/a.yaml": "vars: {V: a, W: a}\nheaders: {X-One: a, X-Two: a}\nquery: {q: a}\ntimeout: {read: 1s, total: 2s}\n",
      "shared/b.yaml": "include: c.yaml\nvars: {W: b}\ntypes: {User: {id: Int}}\ntimeout: {total: 3s}\n",
      "shared/c.yaml": "headers: {X-Three: c}\ntypes: {User: {id: String}}\n",
    ])
    #expect(
      try folder.call("e", ["user": ["id": 7]]) == """
        POST /own/b?q=a
        X-One: a
        x-two: own
        X-Three: c

        {"user":{"id":7}}
        """)
    let policy = try folder.spec().service.endpoints[0].policy
    #expect(policy.readTimeout == .seconds(1) && policy.totalTimeout == .seconds(3))
  }
}
