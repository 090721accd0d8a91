import Dial
import DialEngine
import DialMessage
import Testing

/// Arguments as the server reads them from the query.
struct QueryTests {
  static let texts = [
    "plain", "two words", "a&b=c", "1+1=2", "100%", "%41", "a/b?c#d", "[x]{y}", "it's \"quoted\"", "~-._", ";,:@!$()*", "é", "naïve ☕",
    "日本語", "👩‍👩‍👧", "e\u{301}", "\u{200B}", "a\nb\tc", "",
  ]

  @Test(arguments: texts) func textsArriveAsTheyAre(_ text: String) async throws {
    let value = try await Service.client().search(text: text)
    #expect(value.args.q.asString.map { Array($0.utf8) } == Array(text.utf8))
    #expect(value.args.page == "1", "the default")
  }

  @Test(arguments: texts.filter { !$0.isEmpty }) func namesArriveAsTheyAre(_ name: String) async throws {
    let value = try await Service.client().call("get", [name: "x"]).value
    #expect(value.args.asObject.map { $0.map { Array($0.name.utf8) } } == [Array(name.utf8)])
  }

  @Test func closedList() async throws {
    let value = try await Service.client().search(text: "x", page: 3, tags: ["a b", "c"], exact: false)
    #expect(value.args == ["q": "x", "page": "3", "tags": ["a b", "c"], "exact": "false"])
  }

  @Test func unknownArgumentsAreRefusedBeforeAnythingIsSent() async throws {
    let error = try await failure { try await Service.client().search(text: "x", pge: 3, tags: 7) }
    #expect(error.code == .arguments)
    #expect(error.message.contains("'pge'") && error.message.contains("'page'"))
    #expect(error.message.contains("'tags'"))
    #expect(error.request == nil)
    #expect(error.attempts == 0)
  }

  @Test func stylesOfArraysAndDictionaries() async throws {
    let client = try await Service.client()
    #expect(try await client.search(text: "x", tags: ["a", "b"]).args.tags == ["a", "b"])
    #expect(try await client.search(text: "x", tags: [] as [String]).args == ["q": "x", "page": "1"])
    #expect(try await client.brackets(tags: ["a", "b"]).args == ["tags[]": ["a", "b"]])
    #expect(try await client.commas(tags: ["a,b", "c"]).args == ["tags": "a,b,c"])
    #expect(try await client.nested(filter: ["name": "a", "sizes": [1, 2]]).args == ["filter[name]": "a", "filter[sizes]": ["1", "2"]])
    #expect(try await client.get(filter: ["name": "a", "size": 1]).args == ["name": "a", "size": "1"])
  }

  @Test func pathSegments() async throws {
    let client = try await Service.client()
    let reply = try await client.call("echo", ["path": ["a/b", "c d", "é", "%"], "q": "1"])
    #expect(reply.url.hasSuffix("/anything/a%2Fb/c%20d/%C3%A9/%25?q=1"))
    #expect(reply.value.url.asString?.hasSuffix("/anything/a/b/c%20d/é/%?q=1") == true, "as httpbin shows it, decoded")
    let error = try await failure { try await client.call("echo", ["path": ["a", "..", "b"]]) }
    #expect(error.code == .arguments)
  }

  @Test func optionsOfACallFollowTheArguments() async throws {
    let reply = try await Service.client().call("get", ["a": 1], .init(query: ["z": "é", "b": 2]))
    #expect(reply.url.hasSuffix("/get?a=1&z=%C3%A9&b=2"))
    #expect(reply.value.args == ["a": "1", "z": "é", "b": "2"])
  }
}
