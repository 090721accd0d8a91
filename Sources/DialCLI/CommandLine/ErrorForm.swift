import DialJSON

/// How failures are told: as text, or with `--errors json` as one JSON object. Known from the words alone, so that a command
/// line that cannot be parsed is told in the same form.
struct ErrorForm {
  var isJSON: Bool

  init(_ words: [String]) {
    isJSON = false
    for (index, word) in words.enumerated() {
      if word == "--" { break }
      if word == "--errors", index + 1 < words.count { isJSON = words[index + 1] == "json" }
      if word.hasPrefix("--errors=") { isJSON = word == "--errors=json" }
    }
  }

  func report(_ failure: Failure, _ console: Console) {
    if isJSON {
      console.tell(JSONPaint.line(failure.json))
    } else {
      try? console.err(Array(FailureText(color: console.errHasColor).text(failure).utf8))
    }
  }
}
