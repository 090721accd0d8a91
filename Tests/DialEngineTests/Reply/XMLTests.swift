import CallTestSupport
import Dial
import HTTPTypes
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// `decode: xml`: XML as JSON.
struct XMLTests {
  @Test(arguments: [
    ("<a/>", #"{"a":null}"#), ("<a></a>", #"{"a":null}"#), ("<a>x</a>", #"{"a":"x"}"#), ("<a> x </a>", #"{"a":" x "}"#),
    ("<a><b>1</b><b>2</b><c/></a>", #"{"a":{"b":["1","2"],"c":null}}"#),
    ("<a><b>1</b><c>2</c><b>3</b></a>", #"{"a":{"b":["1","3"],"c":"2"}}"#),
    (#"<a id="1" x:y="2">t</a>"#, ##"{"a":{"@id":"1","@x:y":"2","#text":"t"}}"##), ("<a>\n  <b>x</b>\n</a>", #"{"a":{"b":"x"}}"#),
    ("<a>one <b>two</b> three</a>", ##"{"a":{"b":"two","#text":"one  three"}}"##), ("<a><![CDATA[<b>&amp;]]></a>", #"{"a":"<b>&amp;"}"#),
    ("<a>&lt;&amp;&gt;&quot;&apos;&#233;&#x1F600;</a>", #"{"a":"<&>\"'é😀"}"#),
    (#"<?xml version="1.0" encoding="UTF-8"?><!-- c --><a><?pi x?><!-- c --></a>"#, #"{"a":null}"#),
    (#"<feed xmlns="http://www.w3.org/2005/Atom"><e/></feed>"#, #"{"feed":{"@xmlns":"http://www.w3.org/2005/Atom","e":null}}"#),
    (#"<s:E xmlns:s="u"><s:B>x</s:B></s:E>"#, #"{"s:E":{"@xmlns:s":"u","s:B":"x"}}"#),
  ])
  func isRead(xml: String, json: String) async throws { #expect(try await Self.call("-> JSON", xml) == json) }

  @Test(arguments: [
    ("", "decoding: expected JSON, but the response is empty (status 200)"), ("<a>", "no element found (line 1, column 4)"),
    ("<a></b>", "mismatched tag"),
    ("<a/><b/>", "junk after document element"), ("<a b=1/>", "not well-formed"), ("<a>&nope;</a>", "undefined entity"),
    ("<!DOCTYPE a><a/>", "it contains a document type declaration (DTD), which is not supported"),
    (#"<!DOCTYPE a [<!ENTITY b "x">]><a>&b;</a>"#, "it contains a document type declaration (DTD), which is not supported"),
    (
      #"<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>"#,
      "it contains a document type declaration (DTD), which is not supported"
    ),
    (#"<!DOCTYPE a SYSTEM "http://evil.test/x.dtd"><a/>"#, "it contains a document type declaration (DTD), which is not supported"),
    (
      String(repeating: "<a>", count: 257) + String(repeating: "</a>", count: 257),
      "limit: the response is not valid XML: it is nested deeper than 256 levels"
    ),
  ])
  func isRefused(xml: String, message: String) async throws { #expect(try await Self.call("-> JSON", xml).contains(message)) }

  @Test func theShapeSaysWhatTextsAre() async throws {
    let line = "-> (feed (entry [(id Int as @id, title String, n? Int, tag [String])], total Int))"
    let xml =
      #"<feed><total>2</total><entry id="1"><title type="html">a</title><n>7</n><tag>x</tag></entry><entry id="2"><title/></entry></feed>"#
    #expect(
      try await Self.call(line, xml)
        == #"{"feed":{"total":2,"entry":[{"@id":1,"title":"a","n":7,"tag":["x"]},{"@id":2,"title":"","tag":[]}]}}"#)
    #expect(try await Self.call(line, #"<feed><total>0</total></feed>"#) == #"{"feed":{"total":0,"entry":[]}}"#)
    #expect(try await Self.call("@ feed.total -> Int", "<feed><total>x</total></feed>").contains("the result does not match Int"))
  }

  @Test(arguments: [
    // A missing element is null, or an empty list where one is declared.
    ("@ R.C -> [String]?", "<R><N>1</N></R>", "null"), ("@ R.C -> [String]", "<R><N>1</N></R>", "[]"), ("@ R.C -> [String]", "<R/>", "[]"),
    ("@ R.C -> [(Key String)]?", "<R><N>1</N></R>", "null"), ("@ R.C -> [(Key String)]", "<R><N>1</N></R>", "[]"),
    ("@ R.L.C -> [(Key String)]", "<R><L/></R>", "[]"), ("@ R.L.C -> [(Key String)]", "<R><N>1</N></R>", "[]"),
    ("@ R.C -> String?", "<R><N>1</N></R>", "null"), ("@ R.C -> (Key String)?", "<R><N>1</N></R>", "null"),
    ("@ R.C -> [String]", "<E/>", "selection: '@ R.C' selects nothing in the response: 'R' is missing or null"),
    ("@ R.C -> String", "<R/>", "selection: '@ R.C' selects nothing in the response: 'R' is missing or null"),
    // White space around a number or a Boolean is none of it, and a Boolean is also 1 or 0.
    (
      "@ R -> (n Int, on Bool, off Bool, t String)", "<R><n> 2\n</n><on>1</on><off> 0 </off><t> 1 </t></R>",
      #"{"n":2,"on":true,"off":false,"t":" 1 "}"#
    ),
    ("@ R -> (n [Int], on Bool)", "<R><n> 1 </n><n>\t2</n><on>\ntrue\n</on></R>", #"{"n":[1,2],"on":true}"#),
    ("@ R -> (on Bool)", "<R><on>2</on></R>", "decoding: the result does not match (on Bool): 'on' must be true or false, but is '2'"),
    // Several parents are no path to one list.
    (
      "@ R.L.C -> [String]", "<R><L><C>1</C></L><L><C>2</C></L></R>",
      "selection: '@ R.L.C' selects nothing in the response: 'C' is missing or null"
    ),
    // One element, several, and empty ones.
    ("@ R.C -> [String]", "<R><C>a</C></R>", #"["a"]"#), ("@ R.C -> [String]", "<R><C>a</C><C/></R>", #"["a",""]"#),
    ("@ R -> (C [String])", "<R><C/></R>", #"{"C":[""]}"#), ("@ R -> (C [Int])", "<R><C/></R>", #"{"C":[]}"#),
    ("@ R -> (C [(Key String)])", "<R><C/></R>", #"{"C":[]}"#),
    ("@ R -> (C [(Key String)])", "<R><C><Key/></C></R>", #"{"C":[{"Key":""}]}"#),
    ("@ R -> (C [(id Int as @id)])", #"<R><C id="1"/></R>"#, #"{"C":[{"@id":1}]}"#),
    ("@ R -> (C [(Key String)])", #"<R><C type="array"/></R>"#, #"{"C":[]}"#),
    ("@ R -> (C [JSON])", #"<R><C a="1"/></R>"#, ##"{"C":[{"@a":"1"}]}"##),
    ("@ R -> (C? [String])", "<R><C/></R>", #"{"C":null}"#), ("@ R -> (C? [String])", "<R><N/></R>", #"{"N":null}"#),
    ("@ R -> (L (C [(Key String)]))", "<R><L/></R>", #"{"L":{"C":[]}}"#), ("@ R -> (L? (C [String]))", "<R><L/></R>", #"{"L":null}"#),
    (
      "@ R -> (L [(C [(Key String, T [Int])])])", "<R><L><C><Key>a</Key><T>1</T><T>2</T></C></L><L/><L><C><Key>b</Key></C></L></R>",
      #"{"L":[{"C":[{"Key":"a","T":[1,2]}]},{"C":[]},{"C":[{"Key":"b","T":[]}]}]}"#
    ),
    ("@ R -> (C String)", #"<R><C type="html"/></R>"#, #"{"C":""}"#), ("@ R -> (C? String)", #"<R><C type="html"/></R>"#, #"{"C":null}"#),
    // Null is null, whatever its attributes.
    ("@ R -> (C? String)", #"<R xmlns:xsi="x"><C xsi:nil="true" xsi:type="s"/></R>"#, #"{"@xmlns:xsi":"x","C":null}"#),
    ("@ R -> (C? Int)", #"<R><C xsi:nil="1"/></R>"#, #"{"C":null}"#),
    ("@ R -> (C? [String])", #"<R><C xsi:nil="true"/></R>"#, #"{"C":null}"#),
    ("@ R.C -> JSON?", #"<R xmlns:i="http://www.w3.org/2001/XMLSchema-instance"><C i:nil="true"/></R>"#, "null"),
    ("@ R.C -> JSON?", #"<R><C xsi:nil="false">a</C></R>"#, ##"{"@xsi:nil":"false","#text":"a"}"##),
    ("@ R.C -> JSON?", #"<R><C i:nil="true"/></R>"#, #"{"@i:nil":"true"}"#),
    ("@ R -> (C [Int?])", #"<R><C>1</C><C xsi:nil="true"/></R>"#, #"{"C":[1,null]}"#),
  ])
  func aListIsAsLongAsItsElements(line: String, xml: String, value: String) async throws {
    #expect(try await Self.call(line, xml) == value)
  }

  /// A single element is a list of one for `[*]`, `[]`, `[?…]` and slices, and a missing one is none.
  @Test(arguments: [
    ("@ R.C[*].Key -> [String]?", "<R><C><Key>a</Key></C></R>", #"["a"]"#), ("@ R.C[*].Key -> [String]?", "<R/>", "null"),
    ("@ R.C[*].Key -> [String]", "<R><C><Key>a</Key></C><C><Key>b</Key></C></R>", #"["a","b"]"#),
    ("@ R.C[*].Key -> [String]", "<R><N>1</N></R>", "[]"), ("@ R.C[*].Key -> [String]", "<R><C/></R>", "[]"),
    ("@ R.C[].Key -> [String]", "<R><C><Key>a</Key></C></R>", #"["a"]"#), ("@ R.C[].Key -> [String]", "<R/>", "[]"),
    ("@ R.C[?Key=='a'].Key -> [String]", "<R><C><Key>a</Key></C></R>", #"["a"]"#),
    ("@ R.C[?Key=='b'].Key -> [String]", "<R><C><Key>a</Key></C></R>", "[]"),
    ("@ R.C[?Key=='b'].Key -> [String]", "<R><N>1</N></R>", "[]"), ("@ R.C[:1].Key -> [String]", "<R><C><Key>a</Key></C></R>", #"["a"]"#),
    ("@ R.C[0].Key -> String", "<R><C><Key>a</Key></C></R>", #""a""#), ("@ R.C[*].Key", "<R><C><Key>a</Key></C></R>", #"["a"]"#),
    ("@ R.C[*].T[*].n -> [[Int]]", "<R><C><T><n>1</n></T></C></R>", "[[1]]"),
    ("@ R.C[].T[].n -> [Int]", "<R><C><T><n>1</n></T></C></R>", "[1]"),
    ("@ R.C[*].Key -> [String]", "<E/>", "selection: '@ R.C[*].Key' selects nothing in the response: 'R.C[*].Key' is missing or null"),
    // An empty element.
    ("@ R.C -> [(Key String)]", "<R><N>1</N><C/></R>", "[]"), ("@ R.C -> [String]", "<R><C/></R>", #"[""]"#),
    ("@ R.C -> [String]?", "<R><C/></R>", #"[""]"#), ("@ R.C -> [Int]", "<R><C/></R>", "[]"),
  ])
  func aSingleElementIsAList(line: String, xml: String, value: String) async throws {
    #expect(try await Self.call(line, xml) == value)
  }

  @Test func anotherCharsetIsRead() async throws {
    let body: [UInt8] = Array(#"<?xml version="1.0" encoding="ISO-8859-1"?><a>"#.utf8) + [0xE9] + Array("</a>".utf8)
    #expect(try await Self.call("-> JSON", bytes: body) == #"{"a":"é"}"#)
  }

  @Test func withoutDecodeItIsText() async throws {
    #expect(try await Self.call("", "<a/>", more: "") == #""<a/>""#)
  }

  private static func call(_ result: String, _ xml: String, more: String = "decode: xml") async throws -> String {
    try await call(result, bytes: Array(xml.utf8), more: more)
  }

  private static func call(_ result: String, bytes: [UInt8], more: String = "decode: xml") async throws -> String {
    let spec = try Spec.load(yaml: "base: https://api.test\n\(more)\nendpoints: {e: \"GET /x \(result)\"}")
    let client = Client(spec, transport: Canned(headers: [.contentType: "application/xml"], body: bytes))
    do throws(CallError) {
      return "\(try await client.call("e").value)"
    } catch {
      return "\(error.code): \(error.message)"
    }
  }
}
