package import DialJSON

/// Where a response has a value: a part of a token, or the next page.
package enum ResponseLocation: Sendable {
  case path(JMESPath)
  /// Written `header.NAME`.
  case header(String)

  package var path: JMESPath? { if case .path(let path) = self { path } else { nil } }
  package var header: String? { if case .header(let name) = self { name } else { nil } }

  package var text: String {
    switch self {
    case .path(let path): path.text
    case .header(let name): "header.\(name)"
    }
  }
}
