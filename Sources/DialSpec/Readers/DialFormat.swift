package import DialBuild
package import DialModel
package import DialSyntax

/// Dial's own format: a mapping with `endpoints`, whose lines are those of `Signature.ebnf`.
package struct DialFormat: FrontEnd {
  package init() {}

  /// It takes every document that no other format knows.
  package func knows(_ root: Node) -> Bool { true }

  package func namesFiles(_ root: Node) -> Bool { root.value(for: "include") != nil || root.value(for: "overlay") != nil }

  /// Endpoints, types, and keys of the service or a group.
  package func depth(ofPart path: [String]) -> Int? {
    var depth = 0
    while depth < path.count {
      switch path[depth] {
      case "endpoints", "types": return depth + 1
      case "groups": depth += 2
      default: return depth
      }
    }
    return depth
  }

  package func declarations(of document: YAMLDocument, _ files: SpecFiles) -> ServiceDeclaration? {
    files.findings.add(document)
    if document.root == nil, !document.isValid { files.findings.addNote("the rest of the file was not checked") }
    guard let root = document.root, !document.isEmpty else { return nil }
    var reader = ServiceReader(files)
    var service = reader.read(SpecTree(files: files).whole(root))
    if !document.unread.isEmpty { service?.gaps = DocumentGaps(document) }
    return service
  }

  /// Reads a line, or the long form, which is a mapping.
  package func endpoint(_ signature: String, name: String, _ findings: Findings) -> Shared<EndpointDeclaration>? {
    let file = SourceFile(name: name, text: signature.replacing("\n", with: " "))
    return Self.node(file, findings).flatMap { node in
      let key = Node(.scalar(Scalar(text: name)), range: node.range)
      return EndpointReader(findings: findings).read(Entry(key: key, value: node))
    }
  }

  private static func node(_ file: SourceFile, _ findings: Findings) -> Node? {
    if file.bytes.first != UInt8(ascii: "{") {
      let end = Position(line: 1, column: 1 + file.text.unicodeScalars.count)
      return Node(.scalar(Scalar(text: file.text)), range: file.range(from: Position(line: 1, column: 1), to: end))
    }
    let document = YAMLReader.read(file.bytes, name: file.name)
    findings.add(document)
    return document.root
  }
}

/// Reads the levels of a spec: the service, and its groups.
struct ServiceReader {
  /// The keys with entries that others name. A misspelled one is read anyway, so that there is only one finding.
  private static let holdsNames: Set = ["types", "endpoints", "groups", "vars"]

  private let files: SpecFiles
  private var isOverlay = false

  private var findings: Findings { files.findings }

  init(_ files: SpecFiles) { self.files = files }

  /// Returns nil after a finding, if the text is no mapping or of another format.
  mutating func read(_ root: Node) -> ServiceDeclaration? {
    guard let entries = root.mapping else {
      return findings.fail(
        .expectedMapping, "expected a mapping with 'service', 'base' and 'endpoints', found \(root.kindName)", at: root.range)
    }
    for entry in entries { Values.swallowed(entry, findings) }
    let overlay = entries.first { $0.name == "overlay" }
    isOverlay = overlay != nil
    let level = level(entries, .spec, "", root.range)
    if let overlay {
      if let name = entries.first(where: { $0.name == "service" })?.value.text { files.nameService(name) }
      if let file = overlay.value.text { files.nameService(after: file) }
    }
    let base = overlay.flatMap { files.service($0.value, "overlay") }
    var service = ServiceDeclaration(file: root.range.file, range: root.range, level: level, paths: files.paths)
    service.base = base.map(Shared.init)
    service.hasAllFiles = files.isWhole
    return service
  }

  private func level(_ entries: [Entry], _ table: KeyTable, _ name: String, _ range: SourceRange) -> LevelDeclaration {
    var level = LevelDeclaration(name: name, range: range)
    for index in entries.indices {
      let entry = entries[index]
      if entry.name.hasPrefix("x-") { continue }
      if table.contains(entry.name) {
        read(entry, into: &level)
      } else if let meant = findings.unknown(entry, of: table == .spec ? "" : table.words, table, behind: entries[safe: index - 1]),
        Self.holdsNames.contains(meant.name), meant.value.mapping != nil
      {
        read(meant, into: &level)
      }
    }
    return level
  }

  private func read(_ entry: Entry, into level: inout LevelDeclaration) {
    let isChild = ["endpoints", "groups", "types"].contains(entry.name)
    if isOverlay, isChild, entry.value.isNull {
      level.removed.append(entry)
      return
    }
    switch entry.name {
    case "endpoints":
      level.endpointsKey = entry.key.range
      level.endpoints += endpoints(entry.value)
    case "groups":
      level.groupsKey = entry.key.range
      level.groups += groups(entry.value)
    case "types": level.types += types(entry.value)
    case "include", "overlay": break
    default: level.settings.append(entry)
    }
  }

  private func types(_ node: Node) -> [TypeDeclaration] {
    (Values.mapping(node, "'types'", findings) ?? []).compactMap { entry in
      let isASCIICapital = entry.name.utf8.first.map { $0 &- 0x41 < 26 } ?? false
      // Most scripts have no capital letters.
      guard Name.isValid(entry.name), isASCIICapital || entry.name.first.map({ $0.isLetter && !$0.isLowercase }) ?? false else {
        return findings.fail(
          .invalidName, "'\(entry.name)' is not a valid type name; start it with a capital letter, and use letters, digits, '_' and '-'",
          at: entry.key.range,
          fix: "capitalize it", with: Name.isValid(entry.name) ? entry.name.prefix(1).uppercased() + entry.name.dropFirst() : nil)
      }
      if Shape.builtin(entry.name) != nil {
        return findings.fail(.invalidName, "'\(entry.name)' is a built-in type; choose another name", at: entry.key.range)
      }
      let isRemoved = isOverlay && entry.value.isNull
      let shape = isRemoved ? nil : ShapeNodeReader.read(entry.value, findings, isOverlay: isOverlay)
      var type = TypeDeclaration(name: entry.name, range: entry.key.range, shape: shape ?? ShapeDeclaration(.json))
      type.isRemoved = isRemoved
      return type
    }
  }

  private func endpoints(_ node: Node) -> [Shared<EndpointDeclaration>] {
    let entries = node.text == "" ? [] : Values.mapping(node, "'endpoints'", findings) ?? []
    let reader = EndpointReader(findings: findings, isOverlay: isOverlay)
    var endpoints: [Shared<EndpointDeclaration>] = []
    endpoints.reserveCapacity(entries.count)
    var previous: Entry?
    for (index, entry) in entries.enumerated() where !entry.name.hasPrefix("x-") {
      // The mapping below a name may not be indented.
      if entry.value.text == "", let next = entries[safe: index + 1], next.value.text?.hasPrefix("/") ?? false,
        Methods.all.contains(next.name)
      {
        previous = entry
        continue
      }
      if let before = entries[safe: index - 1], entry.isRest(of: before.value) { continue }
      guard let endpoint = reader.read(entry, behind: previous) else { continue }
      previous = entry
      endpoints.append(endpoint)
    }
    return endpoints
  }

  private func groups(_ node: Node) -> [LevelDeclaration] {
    var groups: [LevelDeclaration] = []
    var previous: Entry?
    for entry in Values.mapping(node, "'groups'", findings) ?? [] {
      if entry.name.hasPrefix("x-") { continue }
      // In an overlay, it can be the tag of a document.
      guard Name.isValid(entry.name) || isOverlay else {
        findings.error(.invalidName, "'\(entry.name)' is not a valid group name; use \(Name.rule)", at: entry.key.range)
        continue
      }
      if findings.refuseMisplaced(entry, behind: previous, on: .group) { continue }
      previous = entry
      if isOverlay, entry.value.isNull {
        groups.append(LevelDeclaration(name: entry.name, range: entry.key.range))
        groups[groups.count - 1].isRemoved = true
      } else if let entries = Values.mapping(entry.value, "the group '\(entry.name)'", findings) {
        groups.append(level(entries, .group, entry.name, entry.key.range))
      }
    }
    return groups
  }
}
