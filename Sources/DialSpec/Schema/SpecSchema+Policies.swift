import DialJSON
import DialModel

/// What service, group and endpoint share: the nearest level wins.
extension SpecSchema {
  static let headers = Schema.names(
    (SchemaPattern.headerName, "a header name is made of \(HeaderRules.tokenRule)"),
    to: .text(SchemaPattern.headerValue, "a header holds printable ASCII and tab only")
  ).doc("Headers of every call: `{Accept: application/json}`. `{name}` is an argument, `${NAME}` a variable.")

  static let query = Schema.names(to: .text.orList).doc("Items of every query: `{api-version: 2024-06-01}`. A list repeats the key.")

  static let style = Schema.mapping(
    .style,
    [
      "arrays": choice(.arrays, "A list in a query or form: `a=1&a=2`, `a[]=1`, `a[0]=1`, `a=1,2`, `a=1|2`, `a=1 2`."),
      "objects": choice(.objects, "A dictionary in a query: its members as items, or nested."),
      "nesting": choice(.nesting, "Nested names: `a[b]` or `a.b`."), "bools": choice(.bools, "`true` and `false`, or `1` and `0`."),
      "dates": choice(.dates, "How a `Date` is written."),
      "data": choice(.data, "How `Data` is written in JSON, a query or a form."),
      "keys": choice(.keys, "The case of names that have no `as`."),
    ]
  ).doc("How values are written where a format leaves the choice. Each key is handed down by itself.")

  private static func choice(_ table: WordTable, _ doc: String) -> Schema {
    .words(table).otherwise(table.words.first.map(JSON.string) ?? .null).doc(doc)
  }

  static let encoding = Schema.text.examples(Encoding.words.map(JSON.string)).otherwise("json")
    .doc("How bodies are written: `json`, `form`, `multipart`, `text`, `bytes`, `lines` (NDJSON), or a codec registered from Swift.")

  static let timeout = Schema.timeout.or(
    .mapping(
      .timeout,
      [
        "connect": .timeout.otherwise("10s").doc("Until the connection stands."),
        "read": .timeout.otherwise("30s").doc("Between two pieces of the reply."),
        "total": .timeout.otherwise("60s").doc("The whole call."),
      ])
  ).doc("How long the whole call may take, such as `30s`, or `{connect: 5s, read: 10s, total: 60s}`.")

  static let retry = Schema([.integer, .string], [("minimum", 0), ("maximum", 100), ("examples", [3, "none"])])
    .form("^(?:none|[0-9]+)$", "expected a number of retries, none, or a mapping").or(
      .mapping(
        .retry,
        [
          "max": .integer(from: 0).with("maximum", 100).otherwise(2).doc("How often a call is repeated at most."),
          "on": .causes.examples([[429, "5xx", "network"]])
            .doc("After which answers: statuses, classes, `network`; without it 408, 425, 429, 5xx without 501 and 505, and `network`."),
          "backoff": .word(SchemaPattern.durations, "expected a range of durations such as 200ms..20s").examples("200ms..20s")
            .doc("The longest first wait, which doubles with each try, and the longest of all; each is drawn at random below that."),
          "unsafe": .bool.otherwise(false).doc("Repeats methods that are not idempotent, too; a header `Idempotency-Key` does as well."),
        ])
    ).doc("Repeats calls that failed in passing: `{max: 2, on: [429, 5xx, network], backoff: 200ms..20s}`, `3` for `{max: 3}`, or `none`.")

  static let limit = rate.or(
    .mapping(.limit, ["rate": rate.doc("Calls in a time."), "concurrent": .integer(from: 1).doc("Calls at once.")])
  ).doc("Keeps calls back: `10/s`, or `{rate: 10/s, concurrent: 4}`. All calls under one written key share it.")

  private static let rate = Schema.word(SchemaPattern.rate, "expected a rate: a number with /s, /m or /h, such as 10/s").examples("10/s")

  static let cache = Schema([.string], [("anyOf", [Schema.words(.cache).json, Schema.timeout.json])]).otherwise("none")
    .doc("How replies are cached (RFC 9111), or how long they are fresh, whatever their server says: `5m`.")

  static let redirects = Schema([.object, .integer, .string], [("minimum", 0), ("maximum", 100), ("examples", [10, "none"])])
    .or(
      .mapping(
        .redirects,
        [
          "max": .integer(from: 0).with("maximum", 100).otherwise(10).doc("How many redirects are followed."),
          "trust": hosts.doc("Hosts that credentials may follow to, beside that of `base`."),
        ])
    )
    .form("^(?:none|\(SchemaPattern.whole.dropFirst().dropLast()))$", "expected a number of redirects, none, or a mapping")
    .doc("How many redirects are followed, `none`, or `{max: 10, trust: [cdn.example.com]}`.")

  private static let host = "expected a host such as cdn.example.com"
  private static let hosts = Schema.text(SchemaPattern.hostOrNone, host).or(.list(of: .text(SchemaPattern.host, host)))

  static let cookies = Schema([.string], [("examples", ["session"])]).otherwise("none")
    .or(
      .mapping(
        .cookies,
        [
          "session": .text(SchemaPattern.domain, "expected a domain such as example.com").examples("example.com")
            .doc("The domain whose hosts may share the cookies that name it.")
        ]
      ).with("minProperties", 1)
    )
    .with("if", ["type": "string"]).with("then", ["enum": .array(WordTable.cookies.words.map(JSON.string))])
    .doc(
      "`session` keeps the cookies of servers in memory, and sends them back to the host that set them (RFC 6265); `{session: example.com}` lets hosts below that domain share them."
    )

  static let accept = Schema.statuses.otherwise("2xx").examples(["2xx", [200, 304], "any"])
    .doc("Which statuses are a success: `2xx`, `[200, 304]`, `any`.")

  static let use = Schema.text.orList.doc("Middlewares that are registered from Swift, by name, the outermost first.")

  static let decode = Schema.text.doc(
    "How replies are read, where the media type does not tell: `json`, `text`, `form`, `lines`, `bytes`, `xml`, or a codec registered from Swift."
  )
}
