package import Dial

/// Collects the arguments of a call: those of `--args`, overridden by those of the command line.
package struct ArgumentTable {
  private enum Content {
    case tree(ArgumentTree)
    /// Files and bytes; several are the items of an array.
    case raw([ArgumentValue])
  }

  private struct Entry {
    var key: String
    var name: String
    var content: Content
    /// Whether it is from `--args` and was not changed by the command line.
    var isBase: Bool
  }

  package let model: EndpointModel
  private let types: TypeTable
  private let text: ArgumentText
  private var entries: [Entry] = []
  /// The entries by key.
  private var places: [String: Int] = [:]
  package private(set) var faults: [(message: String, name: String?)] = []

  package init(_ model: EndpointModel, types: TypeTable) {
    self.model = model
    self.types = types
    text = ArgumentText(types: types)
  }

  mutating func addBase(_ name: String, _ value: JSON) {
    append(Entry(key: key(name), name: name, content: .tree(.leaf(value)), isBase: true))
  }

  private mutating func append(_ entry: Entry) {
    places[entry.key] = places[entry.key] ?? entries.count
    entries.append(entry)
  }

  package mutating func refuse(_ fault: String, about name: String? = nil) { faults.append((fault, name == "_" ? key("_") : name)) }

  /// Runs a step that concerns an argument, and keeps its fault.
  package mutating func attempt(_ name: ArgumentName, _ step: (inout Self) throws(WordFault) -> Void) {
    do throws(WordFault) { try step(&self) } catch { refuse(error.message, about: name.argument) }
  }

  package func parameter(_ name: ArgumentName) -> ParameterModel? {
    let key = key(name.argument)
    if let parameter = model.parameters.first(where: { $0.qualifiedName == key }) { return parameter }
    // Of several with this name, the one for which a call takes it: the only one that is required, or the only one outside of a body.
    let named = model.parameters.filter { $0.name == key }
    let required = named.filter(\.isRequired)
    let meant = required.count == 1 ? required : named.filter { !$0.place.has(.body) }
    return meant.count == 1 ? meant[0] : nil
  }

  /// Whether the command line has a value for a parameter, valid or not.
  func isOnLine(_ parameter: ParameterModel) -> Bool {
    places[parameter.qualifiedName].map { !entries[$0].isBase } ?? false
      || faults.contains { fault in fault.name.map { key($0) } == parameter.qualifiedName }
  }

  /// - Parameter path: the file whose content it is, which is not shown.
  package func value(_ text: String, _ name: ArgumentName, from path: String? = nil) throws(WordFault) -> JSON {
    let shape = shape(name)
    guard let parameter = parameter(name) else { return name.steps.isEmpty ? .string(text) : self.text.value(text, as: shape) }
    let isList = self.text.isList(shape)
    let item = isList ? self.text.shape(shape, at: [.index(0)]) : shape
    if ValueText.looksLikeJSON(text) {
      if path == nil, name.steps.isEmpty, parameter.takesOnlyObjects { throw Self.structured(text, name, parameter, inList: isList) }
      if parameter.isTyped, item.isUntyped {
        guard let path else { throw Self.ambiguous(text, name, parameter, inList: isList) }
        let word = ShellWord.quoted("@" + path)
        throw WordFault("'\(name.text)' is ambiguous: the file can be JSON or a string; to send its JSON, write \(name.text):=\(word)")
      }
      if path == nil, needsJSON(text, item, inList: isList) {
        throw Self.structured(text, name, parameter, inList: isList)
      }
    }
    guard name.steps.isEmpty else { return self.text.value(text, as: shape) }
    if let wanted = self.text.wanted(of: parameter, for: text) { throw Self.mismatch(path == nil ? text : nil, name, parameter, wanted) }
    return self.text.value(text, of: parameter)
  }

  /// Reports the JSON of an object, which needs `:=`.
  private static func structured(_ text: String, _ name: ArgumentName, _ parameter: ParameterModel, inList: Bool) -> WordFault {
    let shown = shown(text, parameter) ?? "…"
    let json = ShellWord.quoted(inList ? "[\(shown)]" : shown)
    return WordFault("'\(name.text)' must be an \(inList ? "array of objects" : "object"), but is a string; write \(name.text):=\(json)")
  }

  /// Whether a text that looks like JSON is that of an object. An array is parsed without `:=`.
  private func needsJSON(_ text: String, _ item: Shape, inList: Bool) -> Bool {
    switch types.resolve(item.wrapped) {
    case .record, .dictionary: !inList || !Self.isArray(text)
    default: false
    }
  }

  private static func isArray(_ text: String) -> Bool { text.drop(while: \.isWhitespace).hasPrefix("[") }

  /// Returns a text as a message can repeat it; nil for a secret or a long one.
  private static func shown(_ text: String, _ parameter: ParameterModel) -> String? {
    parameter.isSecret || text.utf8.count > 60 ? nil : text
  }

  /// Reports a text for a JSON parameter that could mean text or JSON.
  ///
  /// - Parameter inList: whether the text is an item of an array, which `:=` needs as a whole.
  private static func ambiguous(_ text: String, _ name: ArgumentName, _ parameter: ParameterModel, inList: Bool) -> WordFault {
    let shown = shown(text, parameter)
    func word(_ json: String, isItem: Bool) -> String { ShellWord.quoted(isItem ? "[\(json)]" : json) }
    let json = word(shown ?? "…", isItem: inList && !isArray(text))
    let string = word(shown.map(JSONWriter.quote) ?? "\"…\"", isItem: inList)
    return WordFault(
      "'\(name.text)' is ambiguous: it can be JSON or a string; write \(name.text):=\(json) for JSON or "
        + "\(name.text):=\(string) for a string")
  }

  /// Reports a text that does not fit the type of the default. A short one is shown as it can be passed.
  private static func mismatch(_ text: String?, _ name: ArgumentName, _ parameter: ParameterModel, _ wanted: String) -> WordFault {
    let shown = text.flatMap { Self.shown($0, parameter) }
    let json = shown.map { ShellWord.quoted(JSONWriter.quote($0)) } ?? "'\"…\"'"
    return WordFault(
      "'\(name.text)' must be \(wanted), like its default, but is \(shown.map { "'\($0)'" } ?? "a string"); "
        + "to send a string, write \(name.text):=\(json)")
  }

  package func shape(_ name: ArgumentName) -> Shape {
    guard let parameter = parameter(name) else {
      // A member of the whole body, such as one of a map.
      let whole = name.argument == "_" ? model.parameters.first { $0.isSpread && $0.name == "_" }?.memberShape : nil
      return whole.map { text.shape($0, at: name.steps) } ?? .json
    }
    if !name.steps.isEmpty, let members = parameter.memberShape { return text.shape(members, at: name.steps) }
    return text.shape(parameter.shape, at: name.steps)
  }

  func takesFile(_ name: ArgumentName) -> Bool { name.steps.isEmpty && shape(name).holdsFile }

  func takesBytes(_ name: ArgumentName) -> Bool { name.steps.isEmpty && text.takesBytes(shape(name)) }

  /// Whether an argument is bytes in a part of its own, which can have the name and the type of a file.
  func isBytesPart(_ name: ArgumentName) -> Bool {
    guard parameter(name)?.place == .part, name.steps.isEmpty else { return false }
    if case .array(let item) = shape(name).wrapped { return text.takesBytes(item) }
    return takesBytes(name)
  }

  /// Whether an argument is sent while it is read: as the whole body, or as a part of one.
  package func streams(_ name: ArgumentName) -> Bool {
    guard name.steps.isEmpty, !model.auth.leaves.contains(where: \.readsBody) else { return false }
    return model.encoding == .multipart ? takesFile(name) || isBytesPart(name) || parameter(name) == nil : isBody(name) && !takesLines(name)
  }

  /// Whether the content of a file can be the value of an argument, or a part of the body.
  func takesContent(_ name: ArgumentName) -> Bool {
    takesFile(name) || takesBytes(name) || model.encoding == .multipart || isBody(name)
  }

  private func isBody(_ name: ArgumentName) -> Bool { parameter(name)?.place == .body || name.argument == "_" }

  func isBytesBody(_ name: ArgumentName) -> Bool { isBody(name) && model.encoding == .bytes }

  /// Whether a text is the JSON of a whole body.
  func takesJSON(_ name: ArgumentName) -> Bool {
    isBody(name) && name.steps.isEmpty && model.encoding == .json && !takesText(name)
  }

  /// Whether a file is NDJSON: the items of a body that is sent as lines.
  func takesLines(_ name: ArgumentName) -> Bool {
    isBody(name) && name.steps.isEmpty && model.encoding == .lines && !takesFile(name) && !takesBytes(name) && !takesText(name)
  }

  /// Whether the content of a file is the text itself, not JSON.
  package func takesText(_ name: ArgumentName) -> Bool { types.takesText(shape(name)) }

  package mutating func add(_ value: JSON, _ name: ArgumentName) {
    let key = key(name.argument)
    let isList = text.isList(shape(name)) || isUndeclared(name)
    guard let index = places[key] else {
      var tree = ArgumentTree.empty(for: name.steps.first)
      if name.steps.isEmpty { tree = .leaf(value) } else { set(value, name, &tree, isList: isList, isOverride: false) }
      append(Entry(key: key, name: name.argument, content: .tree(tree), isBase: false))
      return
    }
    guard case .tree(var tree) = entries[index].content else {
      return refuse("duplicate argument '\(name.argument)'", about: name.argument)
    }
    let isBase = entries[index].isBase
    // Moved, because changing a shared tree would copy it.
    entries[index].content = .raw([])
    set(value, name, &tree, isList: isList, isOverride: isBase)
    entries[index].content = .tree(tree)
    entries[index].isBase = isBase && !name.steps.isEmpty
  }

  /// Whether an argument is undeclared, so that several values become an array.
  private func isUndeclared(_ name: ArgumentName) -> Bool { parameter(name) == nil && model.isOpen && name.argument != "_" }

  private mutating func set(_ value: JSON, _ name: ArgumentName, _ tree: inout ArgumentTree, isList: Bool, isOverride: Bool) {
    do throws(WordFault) {
      try tree.set(value, at: name.steps[...], isList: isList, isOverride: isOverride)
    } catch {
      refuse(
        "\(error.message) '\(name.text)'\(shape(name).isUntyped ? "; to send an array or an object, write \(name.text):='…'" : "")",
        about: name.argument)
    }
  }

  package mutating func add(_ value: ArgumentValue, _ name: ArgumentName) {
    let key = key(name.argument)
    if !name.steps.isEmpty {
      refuse("'\(name.text)' cannot be a file; only a whole argument can be a file", about: name.argument)
    } else if let index = places[key] {
      let isFirst = entries[index].isBase
      if !isFirst, case .raw(var values) = entries[index].content, takesSeveral(name) {
        entries[index].content = .raw([])
        values.append(value)
        entries[index].content = .raw(values)
      } else {
        if !isFirst { refuse("duplicate argument '\(name.argument)'", about: name.argument) }
        entries[index].content = .raw([value])
      }
      entries[index].isBase = false
    } else {
      append(Entry(key: key, name: name.argument, content: .raw([value]), isBase: false))
    }
  }

  /// Whether several files can be passed: for a declared array, or an undeclared parameter of a multipart body.
  private func takesSeveral(_ name: ArgumentName) -> Bool {
    guard parameter(name) == nil else { return text.isList(shape(name)) }
    guard model.isOpen, name.argument != "_", case .multipart = model.encoding else { return false }
    return true
  }

  /// Returns a key under which equal names are one argument: `id` and `query.id`, if only the query has an `id`.
  private func key(_ name: String) -> String {
    if name == "_" { return model.parameters.first { $0.place == .body }?.qualifiedName ?? "_" }
    if let parameter = model.inBody(name) { return parameter.qualifiedName }
    let named = model.parameters.filter { $0.name == name }
    if named.count == 1 { return named[0].qualifiedName }
    if model.isOpen, named.isEmpty, !name.contains("."), !model.isSocket {
      return (model.hasBody ? Place.field : .query).rawValue + "." + name
    }
    return name
  }

  package func arguments() -> Arguments {
    var arguments = Arguments()
    var faults = faults
    for entry in entries {
      switch entry.content {
      case .raw(let values): arguments.append(entry.name, values.count == 1 ? values[0] : .list(values))
      case .tree(let tree):
        do throws(WordFault) {
          arguments.append(entry.name, json: try tree.json(entry.name))
        } catch {
          faults.append((error.message, entry.name))
        }
      }
    }
    for fault in faults { arguments.refuse(fault.message, about: fault.name) }
    return arguments
  }
}

/// The name of an argument with the path into it: `user.tags[0]`, `query.id`, `_`.
package struct ArgumentName: Equatable {
  /// The name of the parameter, with its location if it was passed.
  package var argument: String
  package var steps: [ArgumentStep] = []

  /// The maximum number of steps in a name, the same as the depth of `--args`.
  static let maxDepth = 256

  package var text: String { argument + steps.map(\.text).joined() }
}

extension ArgumentName {
  /// Parses a name as the endpoint understands it. `P.name` is `name` at the location P if the endpoint is open or declares it there;
  /// otherwise it is the member `name` of the parameter P.
  package init(_ text: String, of model: EndpointModel) throws(WordFault) {
    guard !Self.isVerbatim(text, model) else {
      self.init(argument: text)
      return
    }
    var (head, steps) = try Self.split(text)
    if head == "body", case .member(let second)? = steps.first, let parameter = model.inBody("body.\(second)") {
      self.init(argument: parameter.qualifiedName, steps: Array(steps.dropFirst()))
      return
    }
    if case .member(let second)? = steps.first, Place.written.contains(where: { $0.rawValue == head }) {
      let qualified = "\(head).\(second)"
      let isDeclared = model.parameters.contains { $0.qualifiedName == qualified }
      let named = model.parameters.filter { $0.name == head }
      // A text or a number has no members.
      let hasParameter = isDeclared ? named.contains { $0.shape.canHaveMembers } : !named.isEmpty
      if isDeclared || model.isOpen, hasParameter {
        throw WordFault(
          "'\(qualified)' is ambiguous: it can be the \(Place(rawValue: head)?.words ?? head) parameter '\(second)' or the member '\(second)' of the "
            + "parameter '\(head)'; write \(second)=… or \(head):='{\"\(second)\": …}'")
      }
      if isDeclared || !hasParameter {
        head = qualified
        steps.removeFirst()
      }
    }
    self.init(argument: head, steps: steps)
  }

  /// Whether it is the whole name of a parameter that contains what has a meaning in a path, such as `fields[users]` or `a.b` of a document.
  package static func isDeclared(_ text: String, _ model: EndpointModel) -> Bool {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: ".") }) else { return false }
    return model.parameters.contains { parameter in
      parameter.name == text || text.hasSuffix(parameter.name) && parameter.spellings.contains(text) && !Name.isValid(parameter.name)
    }
  }

  /// Whether it is a declared name, or an undeclared one outside of a body, such as `filter[status]`. Only a body can have nested members.
  static func isVerbatim(_ text: String, _ model: EndpointModel) -> Bool {
    if isDeclared(text, model) { return true }
    func head(_ text: Substring) -> String { String(text.prefix { $0 != "." && $0 != "[" }) }
    let first = head(text[...])
    guard model.isOpen, !first.isEmpty, first != "_", !model.parameters.contains(where: { $0.name == first }) else { return false }
    guard let place = Place(rawValue: first), Place.written.contains(place), text.dropFirst(first.count).first == "." else {
      // In JSON, brackets are members; a form has names, and PHP's for arrays end with empty ones.
      return !model.hasBody || model.isSocket || text.hasSuffix("[]") && [.form, .multipart].contains(model.encoding)
    }
    let qualified = "\(first).\(head(text.dropFirst(first.count + 1)))"
    return !place.has(.body) && place != .path && !model.parameters.contains { $0.qualifiedName == qualified }
  }

  private static func split(_ text: String) throws(WordFault) -> (String, [ArgumentStep]) {
    let end = text.firstIndex { $0 == "." || $0 == "[" } ?? text.endIndex
    let head = String(text[..<end])
    var steps: [ArgumentStep] = []
    var rest = text[end...]
    while let first = rest.first {
      rest = rest.dropFirst()
      if first == "." {
        let end = rest.firstIndex { $0 == "." || $0 == "[" } ?? rest.endIndex
        steps.append(.member(String(rest[..<end])))
        rest = rest[end...]
      } else {
        guard first == "[", let close = rest.firstIndex(of: "]") else { throw malformed(text) }
        let inner = rest[..<close]
        if !inner.isEmpty, inner.utf8.allSatisfy({ (48...57).contains($0) }) {
          guard let index = Int(inner), index < 100_000 else {
            throw WordFault("'\(text)': the index is out of range; the maximum is 99999")
          }
          steps.append(.index(index))
        } else if Int(inner) ?? 0 < 0 {
          throw WordFault("'\(text)': an index cannot be negative")
        } else {
          steps.append(.member(String(inner)))
        }
        rest = rest[rest.index(after: close)...]
      }
      if case .member("")? = steps.last { throw malformed(text) }
      guard steps.count <= maxDepth else {
        throw WordFault("'\(ArgumentPair.shown(head))' is nested deeper than \(maxDepth) levels")
      }
    }
    guard !head.isEmpty else { throw malformed(text) }
    return (head, steps)
  }

  private static func malformed(_ text: String) -> WordFault {
    WordFault("'\(text)' is not a valid argument name; write a nested name as a.b[0]")
  }
}

/// A nested argument that is being assembled: `user.name=Ann user.tags[0]=x`.
package indirect enum ArgumentTree {
  case leaf(JSON)
  /// Values of a list, one at a time.
  case values([JSON])
  case object([(name: String, value: ArgumentTree)])
  case array([Int: ArgumentTree])

  /// Sets a value at a path. Existing arrays and objects are extended; with `isList`, a second value is another item.
  package mutating func set(_ value: JSON, at steps: ArraySlice<ArgumentStep>, isList: Bool, isOverride: Bool) throws(WordFault) {
    guard let step = steps.first else { return try put(value, isList: isList, isOverride: isOverride) }
    open(for: step)
    switch (self, step) {
    case (.object(var members), .member(let name)):
      let index = members.firstIndex { $0.name == name }
      let child = try Self.child(index.map { members[$0].value }, value, steps.dropFirst(), isList: isList, isOverride: isOverride)
      if let index { members[index].value = child } else { members.append((name, child)) }
      self = .object(members)
    case (.array(var items), .index(let index)):
      items[index] = try Self.child(items[index], value, steps.dropFirst(), isList: isList, isOverride: isOverride)
      self = .array(items)
    default: throw WordFault("both a value and members are set for the argument")
    }
  }

  /// Returns a member or an element with a value at a path in it.
  private static func child(
    _ present: ArgumentTree?, _ value: JSON, _ steps: ArraySlice<ArgumentStep>, isList: Bool, isOverride: Bool
  ) throws(WordFault) -> ArgumentTree {
    if present == nil, steps.isEmpty { return .leaf(value) }
    var child = present ?? empty(for: steps.first)
    try child.set(value, at: steps, isList: isList, isOverride: isOverride)
    return child
  }

  private mutating func put(_ value: JSON, isList: Bool, isOverride: Bool) throws(WordFault) {
    guard !isOverride else { return self = .leaf(value) }
    // Values of a declared array are arrays already.
    let new = value.asArray.map(Array.init) ?? [value]
    switch self {
    case .leaf(let present) where isList: self = .values((present.asArray.map(Array.init) ?? [present]) + new)
    case .values(var items) where isList:
      self = .leaf(.null)
      items += new
      self = .values(items)
    default: throw WordFault("duplicate argument")
    }
  }

  /// Opens an array or object for the next step; a scalar stays closed.
  private mutating func open(for step: ArgumentStep) {
    if case .values(let items) = self { self = .leaf(.array(items)) }
    guard case .leaf(let value) = self else { return }
    switch step {
    case .member:
      if let members = value.asObject { self = .object(members.map { ($0.name, .leaf($0.value)) }) }
    case .index:
      if let items = value.asArray { self = .array(Dictionary(uniqueKeysWithValues: items.enumerated().map { ($0, .leaf($1)) })) }
    }
  }

  package static func empty(for step: ArgumentStep?) -> ArgumentTree { if case .index? = step { .array([:]) } else { .object([]) } }

  /// Returns the value. An array must not have gaps.
  package func json(_ path: String) throws(WordFault) -> JSON {
    switch self {
    case .leaf(let value): return value
    case .values(let items): return .array(items)
    case .object(let members):
      var values: [(String, JSON)] = []
      for member in members { values.append((member.name, try member.value.json("\(path).\(member.name)"))) }
      return .object(values)
    case .array(let items):
      var values: [JSON] = []
      for index in 0..<items.count {
        guard let item = items[index] else {
          throw WordFault("missing element '\(path)[\(index)]'; a later element is set")
        }
        values.append(try item.json("\(path)[\(index)]"))
      }
      return .array(values)
    }
  }
}

extension Shape {
  fileprivate var canHaveMembers: Bool {
    switch wrapped {
    case .json, .array, .dictionary, .record, .union, .named: true
    default: false
    }
  }
}
