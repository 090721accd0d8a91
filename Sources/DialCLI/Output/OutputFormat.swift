/// The forms that a result is written in.
enum OutputFormat: String, Sendable, CaseIterable {
  case json, jsonl, yaml, tsv, csv, table, raw, none
}
