import Dial
import DialConsole
import DialDocs

/// Makes the page of a spec from what `dial describe` says about its endpoints.
struct SpecPage {
  private let spec: Spec
  private let word: String
  private let requests: ExampleRequests
  private let info: DocumentInfo?

  /// - Parameter word: the name of the spec in the examples.
  init(_ spec: Spec, named word: String, context: Context) {
    (self.spec, self.word) = (spec, word)
    requests = ExampleRequests(spec, context)
    info = Self.info(of: spec)
  }

  /// What the document says, which an overlay may extend: the operations are those of the document.
  private static func info(of spec: Spec) -> DocumentInfo? {
    let service = spec.service
    let files = [service.file] + [service.endpoints.count > 0 ? try? service.endpoints[0].range.file : nil].compactMap(\.self)
    if let found = files.lazy.compactMap({ SpecLoader.standard.info($0.bytes, name: $0.name) }).first { return found }
    // Its operations can be in files of their own.
    return spec.files.lazy.compactMap { name -> DocumentInfo? in
      guard let bytes = try? LocalFile("\(spec.folder ?? ".")/\(name)").read() else { return nil }
      return SpecLoader.standard.info(bytes, name: name)
    }.first
  }

  private var service: ServiceModel { spec.service }

  func page(generator: String) -> ServicePage {
    ServicePage(
      title: info?.title ?? spec.name, doc: doc, facts: facts, groups: groups, types: service.types, generator: generator)
  }

  /// The doc of a document is its title, unless an overlay replaces it.
  private var doc: String? { spec.doc == info?.title ? info?.description : spec.doc }

  private var facts: [ServicePage.Fact] {
    var facts: [ServicePage.Fact] = []
    if service.hasServerChoice, !service.isServerChosen {
      facts.append(.init("Servers", service.servers.map(DescriptionText.server)))
    } else {
      facts.append(.init("Base URL", [service.base?.spelling ?? "none; pass --base URL"]))
    }
    if let version = info?.version { facts.append(.init("Version", [version])) }
    facts.append(.init("Endpoints", ["\(service.endpoints.count)"]))
    return facts
  }

  /// The endpoints by tag, or by the groups of the spec.
  private var groups: [ServicePage.Group] {
    let tagged = TagGroups(service.endpoints)
    if tagged.hasTags { return tagged.all.map { ServicePage.Group(title: $0.title ?? "Other", entries: $0.endpoints.map(entry)) } }
    let summaries = service.endpoints.summaries
    let byGroup = Dictionary(grouping: summaries, by: group)
    return ([nil] + service.groups.map(Optional.some)).compactMap { name in
      byGroup[name].map { ServicePage.Group(title: name, entries: $0.map(entry)) }
    }
  }

  /// The innermost group of an endpoint.
  private func group(of endpoint: EndpointSummary) -> String? {
    service.groups.filter { endpoint.name.hasPrefix($0 + ".") }.max { $0.utf8.count < $1.utf8.count }
  }

  private func entry(_ summary: EndpointSummary) -> ServicePage.Entry {
    func faulty(_ fault: Diagnostic) -> ServicePage.Entry {
      .faulty(name: summary.name, reason: "line \(fault.range.start.line): \(fault.message)")
    }
    if let fault = summary.fault { return faulty(fault) }
    guard let index = service.endpoints.place(of: summary.name) else { return .faulty(name: summary.name, reason: "it does not exist") }
    do throws(Diagnostic) {
      return .endpoint(page(EndpointDescription(try service.endpoints[index], of: spec, named: word)))
    } catch {
      return faulty(error)
    }
  }

  private func page(_ description: EndpointDescription) -> EndpointPage {
    let endpoint = description.endpoint
    let target = endpoint.target.of(isBaseChosen: service.isServerChosen).shownText
    var page = EndpointPage(name: endpoint.name, method: ListCommand.method(endpoint), target: target, doc: endpoint.doc)
    page.marks = Self.marks(endpoint)
    page.arguments = description.arguments.map(argument)
    page.others = description.others.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." }
    page.result = description.result
    page.resultShape = Self.shape(endpoint.result)
    page.responses = endpoint.responses.all
    (page.failure, page.failureShape) = (description.failureText, endpoint.failure)
    page.sections = [
      .init("Body", endpoint.mediaTypes.count > 1 ? ["\(endpoint.mediaTypes.joined(separator: ", ")); to choose, use --content-type"] : []),
      .init("Pages", endpoint.pagesText.map { [$0] } ?? []), .init("Waiting", endpoint.waitsText.map { [$0] } ?? []),
      .init("Request", description.request.rules), .init("Credentials and variables", description.needs),
    ]
    if endpoint.unsupported == nil, endpoint.codec == nil {
      page.examples = [.init("dial", description.example)]
      if let curl = requests.command(for: description) { page.examples.append(.init("curl", curl.command, note: curl.note)) }
    }
    return page
  }

  private static func marks(_ endpoint: EndpointModel) -> [String] {
    var marks = endpoint.hasBody && endpoint.encoding != .json ? [endpoint.encoding.word] : []
    if endpoint.isDeprecated { marks.append("deprecated") }
    if let sunset = endpoint.sunset { marks.append("ends on \(sunset)") }
    if let feature = endpoint.unsupported { marks.append("not supported yet: \(feature)") }
    if let codec = endpoint.codec { marks.append("Swift only: codec '\(codec)'") }
    return marks
  }

  private static func shape(_ result: ResultModel) -> Shape? {
    switch result {
    case .shape(let shape): shape
    case .events(let element), .lines(let element): element
    case .inferred, .void, .text, .bytes, .headers: nil
    }
  }

  private func argument(_ argument: EndpointDescription.Argument) -> EndpointPage.Argument {
    let parameter = argument.parameter
    let isHidden = service.hides(parameter)
    let presence = parameter.isRequired ? "required" : argument.standard.map { "default \(isHidden ? "set" : $0)" } ?? "optional"
    // The type says its values itself.
    let isListed = if case .literals = service.types.resolve(parameter.knownShape.wrapped) { true } else { false }
    return EndpointPage.Argument(
      name: argument.name, shape: parameter.knownShape, type: parameter.knownShape.isUntyped ? argument.type : nil, presence: presence,
      isRequired: parameter.isRequired, place: ArgumentLines.place(argument), doc: parameter.doc,
      values: isListed || isHidden ? [] : parameter.offeredValues ?? [], notes: argument.notes)
  }
}
