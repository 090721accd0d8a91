package import DialJSON
package import DialSyntax

/// How to find the next page of an endpoint (`paginate:`, language section 8). Its paths apply to the whole response, before `@`.
package struct PaginationModel: Sendable {
  package enum Way: Sendable {
    /// The `Link` header with `rel=next` (RFC 8288).
    case link
    /// The path of the URL of the next page.
    case url(JMESPath)
    /// The path of the cursor, and the parameter that takes it.
    case cursor(JMESPath, parameter: String)
    /// The parameter that counts pages.
    case page(parameter: String)
    /// The parameter that counts items, the size of a page, and the path of the total count.
    case offset(parameter: String, step: Int?, total: JMESPath?)
  }

  /// Which page is the last, in addition to the rule of the way itself.
  package enum End: Sendable {
    /// A page without items.
    case empty
    /// A page for which this is true.
    case condition(JMESPath)
  }

  package var way: Way
  package var end: End?
  /// The place of the path in the spec.
  package var pathRange: SourceRange?

  package init(way: Way, end: End? = nil, pathRange: SourceRange? = nil) {
    self.way = way
    self.end = end
    self.pathRange = pathRange
  }

  /// The path of the next URL or cursor; nil for another way.
  package var path: JMESPath? {
    switch way {
    case .url(let path), .cursor(let path, _): path
    case .link, .page, .offset: nil
    }
  }

  /// The parameter that changes from page to page; nil for URLs.
  package var parameter: String? {
    switch way {
    case .link, .url: nil
    case .cursor(_, let name), .page(let name), .offset(let name, _, _): name
    }
  }
}
