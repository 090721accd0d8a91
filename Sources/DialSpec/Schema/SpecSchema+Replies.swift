import DialBuild
import DialJSON
import DialModel

extension SpecSchema {
  static let paginate = KeyTable.paginate.schema([
    "next": .jmesPath.examples("link").doc(
      "`link` (the Link header with rel=next), or the location of the URL of the next page in the response: a path, or `header.NAME`."),
    "cursor": .jmesPath.doc("The location of the cursor of the next page in the response: a path, or `header.NAME`."),
    "as": .text.doc("The parameter that receives the cursor."), "page": .text.doc("The parameter with the page number."),
    "until": .jmesPath.examples("empty").doc("When to stop: `empty`, or a condition on the response of the last page."),
    "offset": .text.doc("The parameter with the item offset."),
    "step": Schema([.integer, .string], [("minimum", 1)])
      .doc("Number of items per page, or the parameter that sets it: `limit`. A shorter page that is not the last one is an error."),
    "short": .bool.doc("Whether pages can be shorter than `step`, because the server counts items that it leaves out."),
    "total": .jmesPath.doc("The location of the total number of items in the response: a path, or `header.NAME`."),
    "items": .jmesPath.doc("The path of the list of items in the response: to count them, and without `@` to join them."),
  ]).or(usually: .word("^link$", "expected link or a mapping").examples("link")).doc(
    "How to get the next page: `link` (the Link header; also `{next: link}`), `{cursor: meta.next, as: cursor}`, `{page: page, until: empty}`, "
      + "`{offset: skip, step: limit, total: count}`. Paths apply to the whole response.")

  static let poll = KeyTable.poll.schema([
    "until": .jmesPath.doc("The condition to wait for: `state == 'done'`."),
    "fail": .jmesPath.doc("The condition that means failure."),
    "every": .duration.doc("The wait between two polls."), "timeout": .duration.doc("The maximum total wait."),
    "call": .text.doc("Another endpoint to poll."),
    "result": .words(.pollResult).doc(
      "What is requested when the job is done: the URL in `Location` of the first response, or the URL of the call itself."),
    "args": .names(to: .anything).doc(
      "The arguments of the poll. `{x}` is a member of the first response, `{args.x}` an argument of the call."),
  ]).or(usually: .jmesPath.with("minLength", 1)).doc(
    "Polls until a condition is true: `state == 'done'`, or `{until: state == 'done', every: 2s, timeout: 10m}`. It applies to the whole response."
  )

  static let events = KeyTable.events.schema([
    "each": .jmesPath.doc("The part of each event that is the element. Events without it are skipped."),
    "name": .text.orList.doc("The names of the events to return: `[added, removed]`. An event without a name is a `message`."),
    "until": .text.examples("[DONE]").doc("The data of the event that ends the stream, such as `[DONE]`."),
    "reconnect": .bool.doc("Whether to reconnect and resume after the last event when the connection ends."),
  ]).doc("How to read a stream of events: `{each: \"choices[0].delta.content\", until: \"[DONE]\"}`.")

  static let streamIf = KeyTable.streamIf.schema([
    "argument": .text.doc("The parameter that asks for the stream if it is true."),
    "default": .bool.otherwise(false).doc("Whether the response is a stream if the parameter has no value."),
  ]).or(usually: .text).doc("The parameter that makes the result a stream of events or lines. Otherwise its media type decides.")

  static let fails = KeyTable.fails.schema([
    "when": .jmesPath.doc("The condition on the whole response that means failure: ``ok == `false` ``."),
    "message": .jmesPath.doc("The path of the error message in the response."),
    "type": .reference("shape").doc("The shape of a failure response."),
  ]).doc("Which responses with a success status are failures: ``{when: \"ok == `false`\", message: error}``.")

  static let mock = KeyTable.mock.schema([
    "status": Schema.integer(from: 100).with("maximum", 599).otherwise(200).doc("The status of the response."),
    "headers": .names((SchemaPattern.headerName, "a header name can contain only \(HeaderRules.tokenRule)"), to: .text.orList)
      .doc("The headers of the response. A list repeats a header."),
    "json": .anything.doc("The body, as JSON."), "text": .text.doc("The body, as text."),
    "file": .path.doc("The body, from a file in the folder of the spec."),
    "error": .words(.mockError).doc("A network error instead of a response."),
    "delay": .duration.doc("The delay before the response; with `events`, the delay between two events."),
    "events": .list(of: .anything).doc("A stream of events. Each item is a string, JSON, or `{event: added, data: {id: 7}, id: 1}`."),
  ]).or(Schema([.array], [("minItems", 1), ("items", .object([("type", "object"), ("allOf", .array([Schema.reference("mock").json]))]))]))
    .doc(
      "The response with `--mock`: `{status: 200, json: {id: 7}}`, `{error: timeout}`, or a list of responses. The last one is repeated.")
}
