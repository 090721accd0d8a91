import DialModel
import DialSyntax

struct LevelReader {
  let findings: Findings
  let paths: SpecPaths
  var comparisons: [Comparison] = []

  /// Reads a setting into a level. Returns false if it is none that levels inherit.
  mutating func read(_ entry: Entry, into level: inout InheritedSettings) -> Bool {
    let policies = PolicyReader(findings: findings)
    switch entry.name {
    case "headers": add(FieldReader(findings: findings).headers(entry.value), to: &level.headers, entry)
    case "query": add(FieldReader(findings: findings).query(entry.value), to: &level.query, entry)
    case "style": level.style = StyleReader.read(entry.value, findings).inheriting(level.style)
    case "encoding":
      if let encoding = CodecReader(findings: findings).encoding(entry.value) { level.encoding = encoding }
    case "auth":
      level.auth = AuthReader(findings: findings).read(entry.value) ?? level.auth
      level.ownsAuth = true
    case "fails": RefusalReader.read(entry.value, into: &level.policy, findings, &comparisons)
    case "timeout": policies.timeout(entry.value, into: &level.policy)
    case "retry": policies.retry(entry.value, into: &level.policy)
    case "limit": level.policy.limit = policies.limit(entry.value) ?? level.policy.limit
    case "cache": policies.cache(entry.value, into: &level.policy)
    case "redirects": policies.redirects(entry.value, into: &level.policy)
    case "cookies": level.policy.cookies = policies.cookies(entry.value) ?? level.policy.cookies
    case "accept": level.policy.accept = policies.statuses(entry.value, "accept") ?? level.policy.accept
    case "use": level.policy.middlewares = Values.texts(entry.value, "use", findings) ?? level.policy.middlewares
    case "decode":
      guard let word = CodecReader(findings: findings).decode(entry.value) else { break }
      level.policy.unpacks = word == CodecReader.gzip
      level.policy.decode = level.policy.unpacks ? nil : word
    case "compress": level.policy.compress = policies.compress(entry.value) ?? level.policy.compress
    case "tls":
      let tls = TLSReader(findings: findings, paths: paths).read(entry.value)
      level.policy.tls = level.policy.tls.map { tls.inheriting($0) } ?? tls
    default: return false
    }
    return true
  }

  private func add(_ fields: [FieldModel], to inherited: inout [FieldModel], _ entry: Entry) {
    let what = inherited.isEmpty ? "'\(entry.name)'" : "'\(entry.name)', with what is inherited,"
    if findings.takes(inherited.count + fields.count, "items", in: what, at: entry.key.range) { inherited += fields }
  }
}

/// Reads `encoding` and `decode`: a built-in word, or the name of a registered codec.
struct CodecReader {
  let findings: Findings

  func encoding(_ node: Node) -> Encoding? { name(node, "encoding", .encoding, among: Encoding.words).map { Encoding($0) } }

  /// Asks for a compressed response and unpacks it. The format of the result stays that of its media type.
  static let gzip = "gzip"

  func decode(_ node: Node) -> String? { name(node, "codec", .codec, among: ReplyFormat.allCases.map(\.rawValue) + [Self.gzip]) }

  private func name(_ node: Node, _ what: String, _ id: FindingID, among words: [String]) -> String? {
    guard let word = Values.text(node, "the name of \(what == "codec" ? "a" : "an") \(what)", findings) else { return nil }
    if words.contains(word) { return word }
    let unknown = UnknownWord(id: id, what: what, word: word, known: words)
    guard !word.isEmpty else {
      findings.add(unknown.finding(at: node.range), about: .word(unknown))
      return nil
    }
    // The id says that it is a codec of a program, whatever the key.
    let note = "'\(word)' is a custom codec; register it in the program: client.codecs[\"\(word)\"] = …"
    findings.add(.finding(.note, .codec, note, at: node.range), about: .word(unknown))
    return word
  }
}

/// Reads `style:` of a service, a group, an endpoint or a parameter.
enum StyleReader {
  static func read(_ node: Node, _ findings: Findings) -> Style {
    var style = Style()
    KeyTable.style.read(node, findings) { entry in
      switch entry.name {
      case "arrays": style.arrays = WordTable.arrays.choice(entry.value, findings)
      case "first": style.first = Values.integer(entry.value, "first", maximum: 1, findings)
      case "single": style.single = WordTable.single.choice(entry.value, findings)
      case "objects": style.objects = WordTable.objects.choice(entry.value, findings)
      case "nesting": style.nesting = WordTable.nesting.choice(entry.value, findings)
      case "bools": style.bools = WordTable.bools.choice(entry.value, findings)
      case "strings": style.strings = WordTable.strings.choice(entry.value, findings)
      case "dates": style.dates = WordTable.dates.choice(entry.value, findings)
      case "data": style.data = WordTable.data.choice(entry.value, findings)
      default: style.keys = WordTable.keys.choice(entry.value, findings)
      }
    }
    return style
  }
}
