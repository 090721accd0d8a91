import CallTestSupport
import Dial
import DialJSON
import DialModel
import DialStreams
import Testing

@testable import DialBuild
@testable import DialEngine

/// The extensions that become pages, waiting and retries, in the forms in which documents have them.
struct ExtensionTests {
  private static let cursor =
    #""parameters": [{"name": "cursor", "in": "query", "schema": {"type": "string"}}, {"name": "page_token", "in": "query"}, {"name": "page", "in": "query"}, {"name": "offset", "in": "query"}]"#

  private static func said(_ model: EndpointModel) -> String {
    var words: [String] = []
    switch model.pagination?.way {
    case .link?: words.append("link")
    case .url(let path)?: words.append("next \(path.text)")
    case .cursor(let path, let name)?: words.append("cursor \(path.text) as \(name)")
    case .page(let name)?: words.append("page \(name)")
    case .offset(let offset)?: words.append("offset \(offset.parameter)")
    case nil: break
    }
    if let items = model.pagination?.items { words.append("items \(items.text)") }
    if let poll = model.poll {
      words.append("poll")
      if let until = poll.until { words.append("until \(until.text)") }
      if let fail = poll.fail { words.append("fail \(fail.text)") }
      if let every = poll.every { words.append("every \(every)") }
      if let timeout = poll.timeout { words.append("timeout \(timeout)") }
      if let result = poll.result { words.append("result \(result.rawValue)") }
    }
    if let retry = model.policy.retry {
      words.append("retry")
      if let max = retry.max { words.append("max \(max)") }
      if let statuses = retry.statuses { words.append("on \(statuses.codes.sorted()) \(statuses.classes.sorted())") }
      if retry.network { words.append("network") }
      if let first = retry.minWait, let longest = retry.maxWait { words.append("\(first)..\(longest)") }
    }
    return words.joined(separator: ", ")
  }

  @Test(arguments: [
    (#""x-ms-pageable": {"nextLinkName": "nextLink"}"#, "next nextLink, items value"),
    (#""x-ms-pageable": {"nextLinkName": "nextLink", "itemName": "values"}"#, "next nextLink, items values"),
    (#""x-ms-pageable": {"nextLinkName": null, "itemName": "values"}"#, ""),
    (
      #""x-ms-pageable": {"nextLinkName": "odata.nextLink", "itemName": "values"}, "responses": {"200": {"content": {"application/json": {"schema": {"type": "object", "properties": {"odata.nextLink": {"type": "string"}}}}}}}"#,
      #"next "odata.nextLink", items values"#
    ),
    (#""x-ms-pageable": {"nextLinkName": "page.next"}"#, "next page.next, items value"),
    (
      #""x-speakeasy-pagination": {"type": "cursor", "inputs": [{"name": "cursor", "in": "parameters", "type": "cursor"}], "outputs": {"results": "$.data.items", "nextCursor": "$.next_cursor"}}"#,
      "cursor next_cursor as cursor, items data.items"
    ),
    (
      #""x-speakeasy-pagination": {"type": "cursor", "inputs": [{"name": "cursor", "in": "query"}], "outputs": {"nextCursor": "$.data[(@.length-1)].id"}}"#,
      "cursor data[-1].id as cursor"
    ),
    (
      #""x-speakeasy-pagination": {"type": "offsetLimit", "inputs": [{"name": "page", "in": "parameters", "type": "page"}], "outputs": {"results": "$"}}"#,
      "page page"
    ),
    (
      #""x-speakeasy-pagination": {"type": "offsetLimit", "inputs": [{"name": "offset", "type": "offset"}, {"name": "limit", "type": "limit"}], "outputs": {"results": "$['the items']"}}"#,
      #"offset offset, items "the items""#
    ),
    (
      #""x-speakeasy-pagination": {"type": "url", "outputs": {"nextUrl": "$.nextURL", "results": "$.items"}}"#, "next nextURL, items items"
    ),
    (#""x-dropshot-pagination": true"#, "cursor next_page as page_token, items items"),
    (#""x-dropshot-pagination": {"required": []}"#, "cursor next_page as page_token, items items"),
    (
      #""x-pagination": {"type": "cursor", "itemsPath": "data", "cursorParam": "cursor", "cursorPath": "meta.next"}"#,
      "cursor meta.next as cursor, items data"
    ),
    (
      ##""x-pagination": {"next": {"reuse-previous-request": true, "modifiers": [{"param": "$request.query.cursor", "value": "$response.body#/cursors/next"}], "result": "results"}}"##,
      "cursor cursors.next as cursor, items results"
    ),
    (#""x-pagination": {"strategy": "link"}"#, "link"),
    (#""x-pagination": false, "x-dropshot-pagination": false"#, ""),
    (#""x-ms-long-running-operation": true"#, "poll"),
    (#""x-ms-long-running-operation": false"#, ""),
    (
      #""x-ms-long-running-operation": true, "x-ms-long-running-operation-options": {"final-state-via": "location"}"#,
      "poll, result location"
    ),
    (
      #""x-ms-long-running-operation": true, "x-ms-long-running-operation-options": {"final-state-via": "azure-async-operation"}"#, "poll"
    ),
    (
      ##""x-speakeasy-polling": [{"name": "W", "delaySeconds": 2, "intervalSeconds": 4, "limitCount": 12, "failureCriteria": [{"condition": "$statusCode == 200"}, {"condition": "$response.body#/status == \"errored\""}], "successCriteria": [{"condition": "$statusCode == 200"}, {"condition": "$response.body#/job/done == true"}]}]"##,
      "poll, until job.done == `true`, fail status == 'errored', every 4.0 seconds, timeout 50.0 seconds"
    ),
    (
      #""x-speakeasy-retries": {"strategy": "backoff", "backoff": {"initialInterval": 500, "maxInterval": 60000, "maxElapsedTime": 3600000, "exponent": 1.5}, "statusCodes": ["5XX", 429], "retryConnectionErrors": true}"#,
      "retry, on [429] [5], network, 0.5 seconds..60.0 seconds"
    ),
    (#""x-speakeasy-retries": {"strategy": "none"}"#, "retry, max 0"),
  ])
  func becomesAKey(written: String, means: String) throws {
    let sample = Sample("\(Self.cursor), \(written)")
    #expect(Self.said(try #require(try sample.spec().service.endpoints["op"])) == means)
    #expect(try sample.warnings() == [])
  }

  @Test(arguments: [
    (#""x-ms-pageable": true"#, "'x-ms-pageable' has no effect, because 'nextLinkName' is missing"),
    (#""x-ms-pageable": {"itemName": "a"}"#, "'x-ms-pageable' has no effect, because 'nextLinkName' is missing"),
    (
      #""x-speakeasy-pagination": {"type": "cursor", "inputs": [{"name": "after", "type": "cursor"}], "outputs": {"nextCursor": "$.n"}}"#,
      "'x-speakeasy-pagination' has no effect, because the operation has no parameter 'after'"
    ),
    (
      #""x-speakeasy-pagination": {"type": "cursor", "inputs": [{"name": "cursor", "type": "cursor"}], "outputs": {"nextCursor": "$..n"}}"#,
      "'x-speakeasy-pagination' has no effect, because '$..n' is not the path of one value"
    ),
    (#""x-speakeasy-pagination": []"#, "'x-speakeasy-pagination' has no effect, because it does not say how to find the next page"),
    (#""x-pagination": true"#, "'x-pagination' has no effect, because it does not say how to find the next page"),
    (#""x-pagination": {"style": "magic"}"#, "'x-pagination' has no effect, because 'magic' is not a kind of pages"),
    (#""x-dropshot-pagination": "x""#, "'x-dropshot-pagination' has no effect, because it must be true or a mapping"),
    (#""x-ms-long-running-operation": "yes""#, "'x-ms-long-running-operation' has no effect, because it must be true"),
    (
      #""x-speakeasy-polling": [{"name": "W", "successCriteria": [{"condition": "$statusCode == 201"}]}]"#,
      "'x-speakeasy-polling' has no effect, because '$statusCode == 201' decides by the status, which a condition cannot"
    ),
    (#""x-speakeasy-polling": {}"#, "'x-speakeasy-polling' has no effect, because it must be a list of mappings"),
    (#""x-speakeasy-retries": {"statusCodes": ["any"]}"#, "'x-speakeasy-retries' has no effect, because 'any' is not a status"),
    (
      #""x-speakeasy-retries": {"backoff": {"initialInterval": 9000, "maxInterval": 10}}"#,
      "'x-speakeasy-retries' has no effect, because its intervals are not numbers of milliseconds"
    ),
  ])
  func aMalformedOneIsAWarning(written: String, warning: String) throws {
    let sample = Sample("\(Self.cursor), \(written)")
    #expect(try sample.warnings() == [warning])
    #expect(Self.said(try #require(try sample.spec().service.endpoints["op"])) == "")
    #expect(sample.request() == "GET /v1/x")
  }

  /// What the language does not accept is left out, and the operation can be called.
  @Test func whatDoesNotFitTheOperationIsLeftOut() throws {
    let sample = Sample(#""x-ms-pageable": {"nextLinkName": "nextLink"}, "responses": {"200": {"content": {"text/event-stream": {}}}}"#)
    #expect(sample.request().hasPrefix("GET /v1/x"))
    #expect(try !sample.warnings().contains { $0.hasPrefix("error") })
  }

  @Test func retriesOfTheDocumentApplyToAllOperations() throws {
    let sample = Sample(#""responses": {}"#, more: #""x-speakeasy-retries": {"strategy": "backoff", "statusCodes": [503]},"#)
    #expect(Self.said(try #require(try sample.spec().service.endpoints["op"])) == "retry, on [503] []")
  }

  @Test func anOverlayWinsOverAnExtension() throws {
    let sample = Sample(#""x-ms-pageable": {"nextLinkName": "nextLink"}"#)
    for (change, means) in [("{paginate: link}", "link"), ("{paginate: null}", ""), ("{timeout: 1s}", "next nextLink, items value")] {
      let spec = try sample.changed(by: "endpoints: {op: \(change)}")
      #expect(Self.said(try #require(spec.service.endpoints["op"])) == means)
    }
  }

  /// Without a selection, the pages are joined from `items`, and one call returns the whole response.
  @Test func pagesAreJoined() async throws {
    let sample = Sample(#""x-ms-pageable": {"nextLinkName": "nextLink"}"#)
    let answers = Scripted([#"{"value": [1, 2], "nextLink": "/v1/x?p=2"}"#, #"{"value": [3], "nextLink": null}"#])
    var items: [Int] = []
    for try await item in try sample.client([:], answers).items("op") { items.append(item.asInt ?? 0) }
    #expect(items == [1, 2, 3])
    #expect(answers.asked == ["GET /v1/x", "GET /v1/x?p=2"])
  }

  @Test(arguments: [("original-uri", "GET /v1/x"), ("location", "GET /v1/result")])
  func theResultOfAJobIsRequested(via: String, last: String) async throws {
    let sample = Sample(
      #""x-ms-long-running-operation": true, "x-ms-long-running-operation-options": {"final-state-via": "\#(via)"}"#, method: "put")
    let answers = Scripted([
      "201 [Azure-AsyncOperation: /v1/op | Location: /v1/result] {}", #"{"status": "Succeeded"}"#, #"{"name": "done"}"#,
    ])
    let value = try await sample.client([:], answers).poll("op", [:], PollOptions(every: .milliseconds(1)))
    #expect(value == ["name": "done"])
    #expect(answers.asked == ["PUT /v1/x", "GET /v1/op", last])
  }

  // MARK: Inputs and descriptions

  @Test func aGlobalHeaderIsAnArgumentOfAllOperations() throws {
    let headers =
      #""x-fern-global-headers": [{"header": "X-Version", "type": "literal<\"2.10\">"}, {"header": "X-Tenant", "name": "tenant"}, {"header": "Authorization"}, 7],"#
    let sample = Sample(#""responses": {}"#, more: headers)
    #expect(sample.request(#"{"X-Tenant": "t"}"#) == "GET /v1/x\nX-Version: 2.10\nX-Tenant: t")
    #expect(sample.request() == "missing argument 'X-Tenant' (header, String)")
    let warning = "a header of 'x-fern-global-headers' has no valid name, and is left out"
    #expect(try sample.warnings() == [warning, warning])
  }

  @Test func aNameOfTheWholeBodyIsThatOfItsArgument() {
    let sample = Sample(
      #""x-codegen-request-body-name": "payload", "requestBody": {"content": {"application/json": {"schema": {"type": "array"}}}}"#,
      method: "post")
    #expect(sample.request(#"{"payload": [1]}"#) == "POST /v1/x\n\n[1]")
    #expect(sample.request(#"{"_": [1]}"#) == "POST /v1/x\n\n[1]")
  }

  @Test func valuesAreDescribed() throws {
    let schema = #"{"type": "integer", "enum": [42, 18], "x-enum-varnames": ["Sunny", "Cloudy"], "x-enum-descriptions": ["Blue sky", ""]}"#
    let sample = Sample(
      #""parameters": [{"name": "a", "in": "query", "description": "The weather.", "schema": \#(schema)}], "x-sunset": "2030-01-01", "deprecated": true"#
    )
    let model = try #require(try sample.spec().service.endpoints["op"])
    #expect(model.parameters[0].doc == "The weather.\n\n42: Sunny, Blue sky\n18: Cloudy")
    #expect(model.isDeprecated && model.sunset == "2030-01-01")
  }

  // MARK: Slashes

  @Test(arguments: [
    (#""schema": {"type": "string", "pattern": "projects/[^/]+/locations/.+"}"#, "/v1/projects/p%20x/locations/l"),
    (#""schema": {"type": "string", "pattern": "[a-z/]+"}"#, "/v1/projects/p%20x/locations/l"),
    (#""x-ms-skip-url-encoding": true, "schema": {"type": "string"}"#, "/v1/projects/p%20x/locations/l"),
    (#""schema": {"type": "string"}"#, "/v1/projects%2Fp%20x%2Flocations%2Fl"),
    (#""schema": {"type": "string", "pattern": "^[^/]+$"}"#, "'a' must match the pattern '^[^/]+$', but is 'projects/p x/locations/l'"),
  ])
  func slashesInAPath(declared: String, path: String) {
    let sample = Sample(#""parameters": [{"name": "a", "in": "path", "required": true, \#(declared)}]"#, path: "/{a}")
    let request = sample.request(#"{"a": "projects/p x/locations/l"}"#)
    #expect(request == path || request == "GET " + path)
  }

  @Test func anOverlayKeepsSlashes() throws {
    let sample = Sample(#""parameters": [{"name": "a", "in": "path", "required": true, "schema": {"type": "string"}}]"#, path: "/{a}")
    let spec = try sample.changed(by: "endpoints: {op: {params: {a: {style: path}}}}")
    #expect(text(of: try Client(spec, transport: Canned()).prepare("op", ["a": "b/c d"]).request) == "GET /v1/b/c%20d")
  }
}
