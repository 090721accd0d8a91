import Dial

/// Collects the arguments of a call: those of `--args`, overridden by those of the command line.
struct ArgumentTable {
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

  private let model: EndpointModel
  private let types: TypeTable
  private let text: ArgumentText
  private var entries: [Entry] = []
  /// The entries by key.
  private var places: [String: Int] = [:]
  private(set) var faults: [(message: String, name: String?)] = []

  init(_ model: EndpointModel, types: TypeTable) {
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

  mutating func refuse(_ fault: String, about name: String? = nil) {
    faults.append((fault, name == "_" ? key("_") : name))
  }

  func parameter(_ name: ArgumentName) -> ParameterModel? {
    let key = key(name.argument)
    return model.parameters.first { $0.qualifiedName == key }
  }

  /// Whether the command line has a value for a parameter, valid or not.
  func isOnLine(_ parameter: ParameterModel) -> Bool {
    places[parameter.qualifiedName].map { !entries[$0].isBase } ?? false
      || faults.contains { fault in fault.name.map { key($0) } == parameter.qualifiedName }
  }

  /// - Parameter path: the file whose content it is, which is not shown.
  func value(_ text: String, _ name: ArgumentName, from path: String? = nil) throws(ArgumentPair.Fault) -> JSON {
    guard let parameter = parameter(name) else { return .string(text) }
    let shape = shape(name)
    let isList = self.text.isList(shape)
    if parameter.isTyped, (isList ? self.text.shape(shape, at: [.index(0)]) : shape).isUntyped, ValueText.looksLikeJSON(text) {
      if let path {
        throw ArgumentPair.Fault(
          message: "'\(name.text)' is ambiguous: the file can be JSON or a string; to send its JSON, write "
            + "\(name.text):=\(ShellWord.quoted("@" + path))")
      }
      throw Self.ambiguous(text, name, parameter, inList: isList)
    }
    if path == nil, ValueText.looksLikeJSON(text), let fault = structured(text, name, shape, parameter) { throw fault }
    guard name.steps.isEmpty else { return self.text.value(text, as: shape) }
    if let wanted = self.text.wanted(of: parameter, for: text) { throw Self.mismatch(path == nil ? text : nil, name, parameter, wanted) }
    return self.text.value(text, of: parameter)
  }

  /// Reports the JSON of an object, which needs `:=`. An array is parsed without it.
  private func structured(_ text: String, _ name: ArgumentName, _ shape: Shape, _ parameter: ParameterModel) -> ArgumentPair.Fault? {
    let isArray = text.drop(while: \.isWhitespace).hasPrefix("[")
    let isList = self.text.isList(shape)
    switch types.resolve((isList ? self.text.shape(shape, at: [.index(0)]) : shape).wrapped) {
    case .record, .dictionary: break
    default: return nil
    }
    if isList, isArray { return nil }
    let shown = parameter.isSecret || text.utf8.count > 60 ? "…" : text
    let json = ShellWord.quoted(isList ? "[\(shown)]" : shown)
    return ArgumentPair.Fault(
      message: "'\(name.text)' must be an \(isList ? "array of objects" : "object"), but is a string; write \(name.text):=\(json)")
  }

  /// Reports a text for a JSON parameter that could mean text or JSON.
  ///
  /// - Parameter inList: whether the text is an item of an array, which `:=` needs as a whole.
  private static func ambiguous(
    _ text: String, _ name: ArgumentName, _ parameter: ParameterModel, inList: Bool
  ) -> ArgumentPair.Fault {
    let isShown = !parameter.isSecret && text.utf8.count <= 60
    func word(_ json: String, isItem: Bool) -> String { ShellWord.quoted(isItem ? "[\(json)]" : json) }
    let isArray = text.drop(while: \.isWhitespace).hasPrefix("[")
    let json = word(isShown ? text : "…", isItem: inList && !isArray)
    let string = word(isShown ? JSONWriter.quote(text) : "\"…\"", isItem: inList)
    return ArgumentPair.Fault(
      message: "'\(name.text)' is ambiguous: it can be JSON or a string; write \(name.text):=\(json) for JSON or "
        + "\(name.text):=\(string) for a string")
  }

  /// Reports a text that does not fit the type of the default. A short one is shown as it can be passed.
  private static func mismatch(_ text: String?, _ name: ArgumentName, _ parameter: ParameterModel, _ wanted: String) -> ArgumentPair.Fault {
    let shown = text.flatMap { !parameter.isSecret && $0.utf8.count <= 60 ? $0 : nil }
    let json = shown.map { ShellWord.quoted(JSONWriter.quote($0)) } ?? "'\"…\"'"
    return ArgumentPair.Fault(
      message: "'\(name.text)' must be \(wanted), like its default, but is \(shown.map { "'\($0)'" } ?? "a string"); "
        + "to send a string, write \(name.text):=\(json)")
  }

  func shape(_ name: ArgumentName) -> Shape {
    parameter(name).map { text.shape($0.shape, at: name.steps) } ?? .json
  }

  func takesFile(_ name: ArgumentName) -> Bool { name.steps.isEmpty && shape(name).holdsFile }

  func takesBytes(_ name: ArgumentName) -> Bool { name.steps.isEmpty && text.takesBytes(shape(name)) }

  /// Whether the content of a file is the text itself, not JSON.
  func takesText(_ name: ArgumentName) -> Bool { types.takesText(shape(name)) }

  mutating func add(_ value: JSON, _ name: ArgumentName) {
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
    do throws(ArgumentPair.Fault) {
      try tree.set(value, at: name.steps[...], isList: isList, isOverride: isOverride)
    } catch {
      refuse(
        "\(error.message) '\(name.text)'\(shape(name).isUntyped ? "; to send an array or an object, write \(name.text):='…'" : "")",
        about: name.argument)
    }
  }

  mutating func add(_ value: ArgumentValue, _ name: ArgumentName) {
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
    let named = model.parameters.filter { $0.name == name }
    if named.count == 1 { return named[0].qualifiedName }
    if model.isOpen, named.isEmpty, !name.contains("."), !model.isSocket {
      return (model.hasBody ? Place.field : .query).rawValue + "." + name
    }
    return name
  }

  func arguments() -> Arguments {
    var arguments = Arguments()
    var faults = faults
    for entry in entries {
      switch entry.content {
      case .raw(let values): arguments.append(entry.name, values.count == 1 ? values[0] : .list(values))
      case .tree(let tree):
        do throws(ArgumentPair.Fault) {
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
struct ArgumentName: Equatable {
  /// The name of the parameter, with its location if it was passed.
  var argument: String
  var steps: [ArgumentStep]

  /// The maximum number of steps in a name, the same as the depth of `--args`.
  static let maxDepth = 256

  var text: String { argument + steps.map(\.text).joined() }
}

extension ArgumentName {
  /// Parses a name as the endpoint understands it. `P.name` is `name` at the location P if the endpoint is open or declares it there;
  /// otherwise it is the member `name` of the parameter P.
  init(_ text: String, of model: EndpointModel?) throws(ArgumentPair.Fault) {
    if let model, Self.isVerbatim(text, model) {
      self.init(argument: text, steps: [])
      return
    }
    var (head, steps) = try Self.split(text)
    if let model, case .member(let second)? = steps.first, Place.written.contains(where: { $0.rawValue == head }) {
      let qualified = "\(head).\(second)"
      let isDeclared = model.parameters.contains { $0.qualifiedName == qualified }
      let hasParameter = model.parameters.contains { $0.name == head }
      if isDeclared || model.isOpen, hasParameter {
        throw ArgumentPair.Fault(
          message:
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

  /// Whether it is an undeclared name outside of a body, such as `filter[status]`. Only a body can have nested members.
  static func isVerbatim(_ text: String, _ model: EndpointModel) -> Bool {
    func head(_ text: Substring) -> String { String(text.prefix { $0 != "." && $0 != "[" }) }
    let first = head(text[...])
    guard model.isOpen, !first.isEmpty, first != "_", !model.parameters.contains(where: { $0.name == first }) else { return false }
    guard let place = Place(rawValue: first), Place.written.contains(place), text.dropFirst(first.count).first == "." else {
      return !model.hasBody || model.isSocket
    }
    let qualified = "\(first).\(head(text.dropFirst(first.count + 1)))"
    return !place.has(.body) && place != .path && !model.parameters.contains { $0.qualifiedName == qualified }
  }

  private static func split(_ text: String) throws(ArgumentPair.Fault) -> (String, [ArgumentStep]) {
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
            throw ArgumentPair.Fault(message: "'\(text)': the index is out of range; the maximum is 99999")
          }
          steps.append(.index(index))
        } else if Int(inner) ?? 0 < 0 {
          throw ArgumentPair.Fault(message: "'\(text)': an index cannot be negative")
        } else {
          steps.append(.member(String(inner)))
        }
        rest = rest[rest.index(after: close)...]
      }
      if case .member("")? = steps.last { throw malformed(text) }
      guard steps.count <= maxDepth else {
        throw ArgumentPair.Fault(message: "'\(ArgumentPair.shown(head))' is nested deeper than \(maxDepth) levels")
      }
    }
    guard !head.isEmpty else { throw malformed(text) }
    return (head, steps)
  }

  private static func malformed(_ text: String) -> ArgumentPair.Fault {
    ArgumentPair.Fault(message: "'\(text)' is not a valid argument name; write a nested name as a.b[0]")
  }
}

/// A nested argument that is being assembled: `user.name=Ann user.tags[0]=x`.
indirect enum ArgumentTree {
  case leaf(JSON)
  /// Values of a list, one at a time.
  case values([JSON])
  case object([(name: String, value: ArgumentTree)])
  case array([Int: ArgumentTree])

  /// Sets a value at a path. Existing arrays and objects are extended; with `isList`, a second value is another item.
  mutating func set(_ value: JSON, at steps: ArraySlice<ArgumentStep>, isList: Bool, isOverride: Bool) throws(ArgumentPair.Fault) {
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
    default: throw ArgumentPair.Fault(message: "both a value and members are set for the argument")
    }
  }

  /// Returns a member or an element with a value at a path in it.
  private static func child(
    _ present: ArgumentTree?, _ value: JSON, _ steps: ArraySlice<ArgumentStep>, isList: Bool, isOverride: Bool
  ) throws(ArgumentPair.Fault) -> ArgumentTree {
    if present == nil, steps.isEmpty { return .leaf(value) }
    var child = present ?? empty(for: steps.first)
    try child.set(value, at: steps, isList: isList, isOverride: isOverride)
    return child
  }

  private mutating func put(_ value: JSON, isList: Bool, isOverride: Bool) throws(ArgumentPair.Fault) {
    guard !isOverride else { return self = .leaf(value) }
    // Values of a declared array are arrays already.
    let new = value.asArray.map(Array.init) ?? [value]
    switch self {
    case .leaf(let present) where isList: self = .values((present.asArray.map(Array.init) ?? [present]) + new)
    case .values(var items) where isList:
      self = .leaf(.null)
      items += new
      self = .values(items)
    default: throw ArgumentPair.Fault(message: "duplicate argument")
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

  static func empty(for step: ArgumentStep?) -> ArgumentTree {
    if case .index? = step { .array([:]) } else { .object([]) }
  }

  /// Returns the value. An array must not have gaps.
  func json(_ path: String) throws(ArgumentPair.Fault) -> JSON {
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
          throw ArgumentPair.Fault(message: "missing element '\(path)[\(index)]'; a later element is set")
        }
        values.append(try item.json("\(path)[\(index)]"))
      }
      return .array(values)
    }
  }
}
