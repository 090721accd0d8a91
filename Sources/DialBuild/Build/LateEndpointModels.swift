import DialModel
import DialSyntax
import Synchronization

/// The endpoints of a document that are built when they are asked for. A fault inside one of them is that one's.
final class LateEndpointModels: EndpointSource {
  private typealias Built = Result<EndpointModel, Diagnostic>

  private let late: LateEndpoints
  private let level: InheritedSettings
  private let file: SourceFile
  private let paths: SpecPaths
  private let service: String
  private let types: TypeTable
  private let base: TargetModel?
  /// The indices of the endpoints that no overlay removes.
  private let places: [Int]
  /// The endpoints of overlays that the document does not have.
  private let more: [EndpointModel]
  private let built = Mutex<[Int: Built]>([:])

  convenience init(_ late: LateEndpoints, in level: InheritedSettings, of declaration: ServiceDeclaration, _ context: BuildContext) {
    // What is wrong with the settings of a tag is said once.
    for group in late.groups { Self.read(group.settings, into: level.inner(), declaration.paths, context.findings) }
    self.init(late, level, declaration.file, declaration.paths, context.service, context.types, context.base, [])
  }

  private init(
    _ late: LateEndpoints, _ level: InheritedSettings, _ file: SourceFile, _ paths: SpecPaths, _ service: String, _ types: TypeTable,
    _ base: TargetModel?, _ more: [EndpointModel]
  ) {
    (self.late, self.level, self.file, self.paths) = (late, level, file, paths)
    (self.service, self.types, self.base, self.more) = (service, types, base, more)
    places = late.index.names.indices.filter { !late.removed.contains($0) }
  }

  /// Returns these endpoints and others.
  func beside(_ models: [EndpointModel]) -> LateEndpointModels {
    models.isEmpty ? self : LateEndpointModels(late, level, file, paths, service, types, base, models)
  }

  var secretVariables: [String] { late.index.secretVariables }

  /// Whether an endpoint can have tokens, by the document or by an overlay.
  var hasTokens: Bool {
    late.index.hasTokens || !level.auth.tokens.isEmpty || late.groups.contains { $0.settings.contains { $0.name == "auth" } }
      || late.changes.values.contains { $0.contains { $0.value.settings.contains { $0.name == "auth" } } }
  }

  var count: Int { places.count + more.count }

  var names: [String] { places.map { late.index.names[$0] } + more.map(\.name) }

  func place(of name: String) -> Int? {
    guard let index = late.index.place(of: name) else { return more.firstIndex { $0.name == name }.map { places.count + $0 } }
    return places.count == late.index.names.count ? index : places.firstIndex(of: index)
  }

  func otherNames(at index: Int) -> [String] { index < places.count ? late.index.otherNames(at: places[index]) : [] }

  func model(at index: Int) throws(Diagnostic) -> EndpointModel {
    if index >= places.count { return more[index - places.count] }
    let place = places[index]
    if let built = built.withLock({ $0[place] }) { return try built.get() }
    let fresh = build(place, Findings())
    return try built.withLock { built in
      if let earlier = built[place] { return earlier }
      built[place] = fresh
      return fresh
    }.get()
  }

  /// Builds an endpoint. Keys that a document suggests and that are not valid are left out, with warnings.
  private func build(_ place: Int, _ findings: Findings) -> Built {
    let first = Findings()
    let (built, hints) = build(place, with: true, first)
    guard case .failure = built, !hints.isEmpty else {
      for finding in first.diagnostics { findings.add(finding) }
      return built
    }
    let errors = first.diagnostics.filter { finding in finding.severity == .error && hints.contains { $0.key.range == finding.range } }
    for var finding in errors {
      finding.severity = .warning
      findings.add(finding)
    }
    return build(place, with: false, findings).built
  }

  private func build(_ place: Int, with hasHints: Bool, _ findings: Findings) -> (built: Built, hints: [Entry]) {
    do throws(Diagnostic) {
      var declared = try late.index.endpoint(at: place) { findings.add($0) }
      if hasHints { declared.settings += declared.hints }
      // An operation without credentials stays without.
      if replacesAuth(at: place), declared.facts?.value.isSecured == true { declared.settings.removeAll { $0.name == "auth" } }
      let overlay = Overlay(findings: findings, base: file.name)
      for change in late.changes[place] ?? [] {
        var changed = change.value.isPartial ? overlay.laid(change.value, over: declared) : change.value
        changed.name = declared.name
        declared = changed
      }
      let context = BuildContext(findings, paths: paths, service: service, types: types, base: base)
      let model = EndpointBuilder.build(Shared(declared), in: level(at: place), context)
      if let error = findings.diagnostics.first(where: { $0.severity == .error }) { return (.failure(error), declared.hints) }
      if let model { return (.success(model), []) }
      return (.failure(.error("document-operation", "'\(declared.name)' cannot be read", at: declared.range)), declared.hints)
    } catch {
      return (.failure(error), [])
    }
  }

  /// Whether an overlay says which credentials an endpoint has, for the service or for a tag.
  private func replacesAuth(at place: Int) -> Bool {
    if late.replacesAuth { return true }
    let tags = late.groups.filter { $0.settings.contains { $0.name == "auth" } }.map(\.tag)
    return !tags.isEmpty && late.index.tags(at: place).contains(where: tags.contains)
  }

  /// The endpoints that overlays change, each with its index. One with a fault is left out.
  var changed: [(index: Int, model: EndpointModel)] {
    places.indices.compactMap { index in
      late.changes[places[index]] == nil ? nil : (try? model(at: index)).map { (index, $0) }
    }
  }

  /// The settings that an endpoint inherits: those of the service, then those that overlays give to its tags.
  private func level(at place: Int) -> InheritedSettings {
    if late.groups.isEmpty { return level }
    var level = level
    for tag in late.index.tags(at: place) {
      for group in late.groups where group.tag == tag { level = Self.read(group.settings, into: level.inner(), paths, Findings()) }
    }
    return level
  }

  @discardableResult
  private static func read(
    _ settings: [Entry], into level: consuming InheritedSettings, _ paths: SpecPaths, _ findings: Findings
  ) -> InheritedSettings {
    var level = level
    for entry in settings {
      switch entry.name {
      case "doc": _ = Values.prose(entry.value, findings)
      case "prefix": level.prefix = Values.text(entry.value, "a path", findings).map { BaseURL.join(level.prefix, $0) } ?? level.prefix
      default:
        var reader = LevelReader(findings: findings, paths: paths)
        _ = reader.read(entry, into: &level)
      }
    }
    level.headers = level.headers.nearest()
    return level
  }

  var tags: [EndpointTag] { late.index.tags }

  func summary(at index: Int) -> EndpointSummary {
    guard index < places.count else { return EndpointSummary(more[index - places.count]) }
    let known = late.index.summary(at: places[index])
    guard late.changes[places[index]] != nil, let model = try? model(at: index) else { return known }
    var summary = EndpointSummary(model)
    summary.tags = known.tags
    return summary
  }

  /// What is wrong with each endpoint; what the document says, as warnings: it does not matter for the others.
  var findings: [Diagnostic] {
    let faults = faults
    // An overlay already says more than the document. All operations have read all files.
    return late.index.findings + (late.changes.isEmpty ? late.index.notes : []) + faults
  }

  private var faults: [Diagnostic] {
    places.flatMap { place in
      let findings = Findings()
      let built = build(place, findings)
      let changes = late.changes[place] ?? []
      if !changes.isEmpty, case .success(let model) = built, let call = model.poll?.check {
        NamedCallRules(findings: findings, id: .poll, key: "poll").check(call, in: Endpoints(from: self), types, of: model)
      }
      var found = findings.diagnostics
      if case .failure(let error) = built, !found.contains(error) { found.append(error) }
      // The author of an overlay can mend it.
      let own = Set(changes.map(\.value.range.file.name))
      return found.map { finding in
        var finding = finding
        if finding.severity == .error, !own.contains(finding.range.file.name) { finding.severity = .warning }
        return finding
      }
    }
  }
}
