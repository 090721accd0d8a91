import DialJSON
import DialModel

extension SpecSchema {
  static let paginate = Schema.word("^link$", "expected link, or a mapping").examples("link").or(
    Schema.mapping(
      .paginate,
      [
        "next": .jmesPath.examples("link").doc(
          "`link` (the header Link, rel=next), or where the URL of the next page stands in the reply."),
        "cursor": .jmesPath.doc("Where the cursor of the next page stands in the reply."),
        "as": .text.doc("The parameter that takes the cursor."), "page": .text.doc("The parameter that counts pages."),
        "until": .jmesPath.examples("empty").doc("`empty`, or a condition on the reply: the last page."),
        "offset": .text.doc("The parameter that counts items."), "step": .integer(from: 1).doc("How many items a page has."),
        "total": .jmesPath.doc("Where the count of all items stands in the reply."),
      ]
    )
  ).doc(
    "How the next page is found: `link` (the header Link, also `{next: link}`), `{cursor: meta.next, as: cursor}`, `{page: page, until: empty}`, "
      + "`{offset: skip, step: 50, total: count}`. Paths look at the whole reply.")

  static let poll = Schema.jmesPath.with("minLength", 1).or(
    Schema.mapping(
      .poll,
      [
        "until": .jmesPath.doc("The condition that ends the waiting: `state == 'done'`."),
        "fail": .jmesPath.doc("The condition under which it has failed."),
        "every": .duration.doc("The wait between two calls."), "timeout": .duration.doc("How long is waited in all."),
        "call": .text.doc("Another endpoint to ask."),
        "args": .names(to: .anything).doc("Its arguments; `{x}` is a member of the first reply, `{args.x}` an argument of the call."),
      ]
    )
  ).doc(
    "Calls again until a condition holds: `state == 'done'`, or `{until: state == 'done', every: 2s, timeout: 10m}`. It looks at the whole reply."
  )

  static let events = Schema.mapping(
    .events,
    [
      "each": .jmesPath.doc("What is taken from each event; one where nothing is found is skipped."),
      "until": .text.examples("[DONE]").doc("The data of the event that ends the stream."),
      "reconnect": .bool.doc("Goes on from the last event when the connection ends."),
    ]
  ).doc("How a stream of events is read: `{each: \"choices[0].delta.content\", until: \"[DONE]\"}`.")

  static let fails = Schema.mapping(
    .fails,
    [
      "when": .jmesPath.doc("The condition on the whole reply under which it is a refusal: ``ok == `false` ``."),
      "message": .jmesPath.doc("Where the reply says why."), "type": .reference("shape").doc("What a refused reply looks like."),
    ]
  ).doc("Which replies with a status of success are refusals: ``{when: \"ok == `false`\", message: error}``.")

  static let mock = Schema.mapping(
    .mock,
    [
      "status": Schema.integer(from: 100).with("maximum", 599).otherwise(200).doc("The status of the answer."),
      "headers": .names((SchemaPattern.headerName, "a header name is made of \(HeaderRules.tokenRule)"), to: .text.orList)
        .doc("Its headers; a list repeats one."),
      "json": .anything.doc("Its body, as JSON."), "text": .text.doc("Its body, as text."),
      "file": .path.doc("Its body, from a file beside the spec."),
      "error": .words(.mockError).doc("A failure of the network in place of an answer."),
      "delay": .duration.doc("How long the answer takes; with `events`, the wait between two of them."),
      "events": .list(of: .anything).doc("A stream: each item a text, JSON, or `{event: added, data: {id: 7}, id: 1}`."),
    ]
  ).or(Schema([.array], [("minItems", 1), ("items", .object([("type", "object"), ("allOf", .array([Schema.reference("mock").json]))]))]))
    .doc("What `--mock` answers: `{status: 200, json: {id: 7}}`, `{error: timeout}`, or a list, one after another, the last for good.")
}
