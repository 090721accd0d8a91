import DialBuild
import DialJSON
import DialModel

/// The keys that service, group and endpoint share; the nearest level wins.
extension SpecSchema {
  static let headers = Schema.names(
    (SchemaPattern.headerName, "a header name can contain only \(HeaderRules.tokenRule)"),
    to: .text(SchemaPattern.headerValue, "a header can contain only printable ASCII characters and tabs")
  ).doc("Headers sent with every call: `{Accept: application/json}`. `{name}` is an argument, `${NAME}` a variable.")

  static let query = Schema.names(to: .text.orList).doc(
    "Query items sent with every call: `{api-version: 2024-06-01}`. A list repeats the key.")

  static let style = KeyTable.style.schema([
    "arrays": choice(.arrays, "An array in a query or form: `a=1&a=2`, `a[]=1`, `a[0]=1`, `a=1,2`, `a=1|2`, `a=1 2`."),
    "first": .integer(from: 0).with("maximum", 1).otherwise(0).doc("The first index of `arrays: indices`."),
    "objects": choice(.objects, "A dictionary in a query: separate items, or nested names."),
    "nesting": choice(.nesting, "Nested names: `a[b]` or `a.b`."), "bools": choice(.bools, "`true` and `false`, or `1` and `0`."),
    "strings": choice(.strings, "A string outside of a JSON body: as it is, or as JSON in quotes."),
    "dates": choice(.dates, "How a `Date` is written."),
    "data": choice(.data, "How `Data` is written in JSON, a query or a form."),
    "keys": choice(.keys, "The case of names that have no `as`."),
    "single": choice(.single, "What a value in a response is where a list is declared: an error, or a list of one."),
  ]).doc("How values are encoded. Each key is inherited separately.")

  private static func choice(_ table: WordTable, _ doc: String) -> Schema {
    .words(table).otherwise(table.words.first.map(JSON.string) ?? .null).doc(doc)
  }

  static let encoding = Schema.text.examples(Encoding.words.map(JSON.string)).otherwise("json")
    .doc("How bodies are encoded: `json`, `form`, `multipart`, `text`, `bytes`, `lines` (NDJSON), or a codec registered in Swift.")

  static let timeout = KeyTable.timeout.schema([
    "connect": .timeout.otherwise("10s").doc("Time limit for connecting."),
    "read": .timeout.otherwise("30s").doc("Time limit between two reads of the response."),
    "total": .timeout.otherwise("60s").doc("Time limit for the whole call."),
  ]).or(usually: .timeout).doc("Time limit for the whole call, such as `30s`, or `{connect: 5s, read: 10s, total: 60s}`.")

  static let retry = KeyTable.retry.schema([
    "max": .integer(from: 0).with("maximum", 100).otherwise(2).doc("Maximum number of retries."),
    "on": .causes.examples([[429, "5xx", "network"]])
      .doc("What to retry: statuses, classes, or `network` (default: 408, 425, 429, 5xx except 501 and 505, and `network`)."),
    "backoff": .word(SchemaPattern.durations, "expected a range of durations such as 200ms..20s").examples("200ms..20s")
      .doc(
        "The longest wait before the first retry, and the longest wait before any retry. The limit doubles with each attempt; "
          + "the wait is random, up to the limit."
      ),
    "unsafe": .bool.otherwise(false).doc(
      "Whether to also retry methods that are not idempotent. Requests with an `Idempotency-Key` header are retried in any case."),
  ]).or(
    usually: Schema([.integer, .string], [("minimum", 0), ("maximum", 100), ("examples", [3, "none"])])
      .form("^(?:none|[0-9]+)$", "expected a number of retries, none, or a mapping")
  ).doc(
    "Retries calls after temporary failures: `{max: 2, on: [429, 5xx, network], backoff: 200ms..20s}`, `3` for `{max: 3}`, or `none`.")

  static let limit = KeyTable.limit.schema([
    "rate": rate.doc("Maximum rate of calls."), "concurrent": .integer(from: 1).doc("Maximum number of concurrent calls."),
    "share": .text.doc("A folder. All processes of this machine that name it share the rate."),
  ]).or(usually: rate).doc("Limits calls: `10/s`, or `{rate: 10/s, concurrent: 4}`. All calls to which the same `limit` applies share it.")

  private static let rate = Schema.word(SchemaPattern.rate, "expected a rate such as 10/s: a number with /s, /m or /h").examples("10/s")

  static let cache = Schema([.string], [("anyOf", [Schema.words(.cache).json, Schema.timeout.json])]).otherwise("none")
    .doc("How responses are cached (RFC 9111), or how long they are fresh regardless of their headers: `5m`.")

  static let redirects = KeyTable.redirects.schema([
    "max": .integer(from: 0).with("maximum", 100).otherwise(10).doc("Maximum number of redirects."),
    "trust": hosts.doc("Hosts that also receive the credentials, in addition to the host of `base`."),
  ]).or(usually: Schema([.object, .integer, .string], [("minimum", 0), ("maximum", 100), ("examples", [10, "none"])]))
    .form("^(?:none|\(SchemaPattern.whole.dropFirst().dropLast()))$", "expected a number of redirects, none, or a mapping")
    .doc("Maximum number of redirects, `none`, or `{max: 10, trust: [cdn.example.com]}`.")

  private static let host = "expected a host such as cdn.example.com"
  private static let hosts = Schema.text(SchemaPattern.hostOrNone, host).or(.list(of: .text(SchemaPattern.host, host)))

  static let cookies = KeyTable.cookies.schema([
    "session": .text(SchemaPattern.domain, "expected a domain such as example.com").examples("example.com")
      .doc("The domain whose hosts can share cookies that are set for it."),
    "store": .words(.cookieStore).doc("`disk` keeps the cookies of the command for later calls, in a file that only you can read."),
  ]).with("minProperties", 1).or(usually: Schema([.string], [("examples", ["session"])]).otherwise("none"))
    .with("if", ["type": "string"]).with("then", ["enum": .array(WordTable.cookies.words.map(JSON.string))])
    .doc(
      "`session` stores cookies in memory and sends them back to the host that set them (RFC 6265). With `{session: example.com}`, hosts in that domain can share cookies."
    )

  static let accept = Schema.statuses.otherwise("2xx").examples(["2xx", [200, 304], "any"])
    .doc("Statuses that count as success: `2xx`, `[200, 304]`, `any`.")

  static let use = Schema.text.orList.doc("Names of middlewares that are registered in Swift, the outermost first.")

  static let compress = Schema.words(.compress).otherwise("none")
    .doc("How request bodies are compressed: `gzip`, with `Content-Encoding: gzip`. `none` sends them uncompressed.")

  static let decode = Schema.text.doc(
    "How responses are decoded, instead of by media type: `json`, `text`, `form`, `lines`, `bytes`, `xml`, or a codec registered in Swift. "
      + "`gzip` requests a compressed response and decompresses it."
  )
}
