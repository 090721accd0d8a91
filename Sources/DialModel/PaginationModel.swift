package import DialJSON
package import DialSyntax

/// How to find the next page of an endpoint (`paginate:`, Pagination.md). Its paths apply to the whole response, before `@`.
package struct PaginationModel: Sendable {
  package enum Way: Sendable {
    /// The `Link` header with `rel=next` (RFC 8288).
    case link
    /// The location of the URL of the next page.
    case url(ResponseLocation)
    case cursor(ResponseLocation, parameter: String)
    case page(parameter: String)
    case offset(Offset)
  }

  /// A parameter that counts items.
  package struct Offset: Sendable {
    package enum Step: Sendable {
      case size(Int)
      /// The argument that sets the size of a page.
      case argument(String)
    }

    package var parameter: String
    /// The number of items of each page but the last; nil if any number is right.
    package var step: Step?
    /// Whether the server counts items that it leaves out, so the offset grows by `step` after a shorter page, too.
    package var mayBeShort: Bool
    /// The location of the number of all items.
    package var total: ResponseLocation?

    package init(parameter: String, step: Step? = nil, mayBeShort: Bool = false, total: ResponseLocation? = nil) {
      self.parameter = parameter
      self.step = step
      self.mayBeShort = mayBeShort
      self.total = total
    }
  }

  /// Which page is the last, in addition to the rule of the way itself.
  package enum End: Sendable {
    /// A page without items.
    case empty
    case condition(JMESPath)
  }

  package var way: Way
  package var end: End?
  /// The path of the list to count; nil for the list from which `@` selects.
  package var items: JMESPath?
  /// The place of the path of the next page in the spec, or of the parameter that counts items.
  package var pathRange: SourceRange?

  package init(way: Way, end: End? = nil, items: JMESPath? = nil, pathRange: SourceRange? = nil) {
    self.way = way
    self.end = end
    self.items = items
    self.pathRange = pathRange
  }

  /// The path of the next URL or cursor in a body; nil for another way.
  package var path: JMESPath? {
    switch way {
    case .url(let location), .cursor(let location, _): location.path
    case .link, .page, .offset: nil
    }
  }

  /// The parameter that changes from page to page; nil for URLs.
  package var parameter: String? {
    switch way {
    case .link, .url: nil
    case .cursor(_, let name), .page(let name): name
    case .offset(let offset): offset.parameter
    }
  }

  /// The parameter whose argument is the size of a page.
  package var sizeParameter: String? {
    if case .offset(let offset) = way, case .argument(let name)? = offset.step { name } else { nil }
  }
}

/// When to stop polling an endpoint (`poll:`, Polling.md). Its conditions apply to the whole response, before `@`.
package struct PollModel: Sendable {
  /// The condition for success; nil if the status decides.
  package var until: JMESPath?
  package var fail: JMESPath?
  package var every: Duration?
  package var timeout: Duration?
  /// Another endpoint that reports the state: `{x}` is a member of the first response, `{args.x}` an argument of the call.
  package var check: NamedCall?
  /// What is requested for the result when the job is done; nil for the last response.
  package var result: Result?

  /// The request for the result of a job.
  package enum Result: String, Sendable, CaseIterable {
    /// The URL that the first response names in `Location`.
    case location
    /// The URL of the call itself.
    case own = "self"
  }

  package init(until: JMESPath? = nil) { self.until = until }

  /// Returns the path of an argument of the call in `{args.x}`; nil for a member of the first response.
  package static func argument(_ placeholder: String) -> String? {
    placeholder.hasPrefix("args.") ? String(placeholder.dropFirst(5)) : nil
  }
}

/// A call of another endpoint in the spec, to poll a job, or to fetch or renew a token.
package struct NamedCall: Sendable {
  package var endpoint: String
  package var range: SourceRange
  /// The arguments by name, with placeholders that are filled in for each call.
  package var arguments: [(name: Text, value: BodyTemplate)]

  package init(endpoint: String, range: SourceRange, arguments: [(name: Text, value: BodyTemplate)]) {
    self.endpoint = endpoint
    self.range = range
    self.arguments = arguments
  }

  /// Returns the first argument that an endpoint does not have.
  package func stray(in called: EndpointModel) -> Text? {
    if called.isOpen { return nil }
    let known = Set(called.parameters.flatMap { [$0.name, $0.qualifiedName] } + ["_"])
    return arguments.map(\.name).first { name in name.literal.map { !known.contains($0) } ?? false }
  }

  /// Returns the parameters of an endpoint that are required and not set.
  package func missing(in called: EndpointModel) -> [ParameterModel] {
    let given = Set(arguments.compactMap(\.name.literal))
    return called.parameters.filter { parameter in
      parameter.isRequired && parameter.place != .body && !given.contains(parameter.name) && !given.contains(parameter.qualifiedName)
    }
  }
}
