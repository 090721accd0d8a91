import Dial
import Testing

/// Parameters that cannot be arguments are left out, and the operation works.
struct ParameterTests {
  @Test(arguments: ["Host", "content-length", "Transfer-Encoding", "Connection", "TE"])
  func aHeaderOfTheProtocolIsLeftOut(name: String) throws {
    let sample = Sample(
      #""parameters": [{"name": "\#(name)", "in": "header", "required": true, "schema": {"type": "string"}}, {"name": "a", "in": "query"}]"#
    )
    #expect(try sample.warnings() == ["the header '\(name)' is controlled by the protocol, so the parameter is left out"])
    #expect(sample.request(#"{"a": 1}"#) == "GET /v1/x?a=1")
  }

  @Test func aMemberWithTheNameOfTheWholeBodyIsSentInTheWholeBody() throws {
    let schema = #"{"type": "object", "required": ["_"], "properties": {"_": {"type": "string"}, "a": {"type": "string"}}}"#
    for (type, bytes) in [("application/json", #"{"a":"c","_":"b"}"#), ("application/x-www-form-urlencoded", "a=c&_=b")] {
      let sample = Sample(#""requestBody": {"required": true, "content": {"\#(type)": {"schema": \#(schema)}}}"#, method: "post")
      #expect(
        try sample.warnings() == ["'_' is the name of the whole body, so its member '_' is no argument; to send it, pass the whole body"])
      #expect(sample.request(#"{"_": {"_": "b", "a": "c"}}"#).hasSuffix("\n\n" + bytes))
      #expect(sample.request(#"{"a": "c"}"#).hasPrefix("POST /v1/x"))
    }
  }

  @Test func aFieldWithTheNameOfTheWholeBodyIsLeftOut() throws {
    let sample = Sample(
      whole: """
        {"swagger": "2.0", "host": "api.test", "paths": {"/x": {"post": {"operationId": "op", "parameters": [
          {"name": "_", "in": "formData", "type": "string"}, {"name": "a", "in": "formData", "type": "string"}]}}}}
        """)
    #expect(try sample.warnings().count == 1)
    #expect(sample.request(#"{"a": "b"}"#).hasSuffix("\n\na=b"))
  }
}
