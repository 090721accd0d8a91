public import DialJSON

/// Why a walk over pages ended, and where it can continue.
///
/// ```swift
/// let options = PageOptions(maxItems: 100) { end in
///   if let next = end.next { print("more: \(next)") }
/// }
/// for try await issue in github.items("issues.list", ["owner": "apple", "repo": "swift"], options) { … }
/// ```
public struct PageEnd: Sendable, Hashable {
  /// The reason for the end. A walk that fails throws an error instead.
  public enum Reason: String, Sendable, CaseIterable {
    /// The server names no next page, or all items of its `total` were read.
    case last
    /// The first page has items, but no member at the path of the next URL or cursor: there is only one page, or the path is wrong.
    case absent
    /// A page has no items.
    case empty
    /// The `until` condition is true.
    case until
    /// The limit of pages is reached.
    case maxPages = "max-pages"
    /// The limit of items is reached.
    case maxItems = "max-items"
  }

  /// The reason.
  public var reason: Reason
  /// The number of pages that were requested.
  public var pages: Int
  /// The number of items that were returned.
  public var items: Int
  /// Where to continue; nil if there is nothing left.
  public var next: NextPage?

  /// Creates an end, for tests.
  public init(_ reason: Reason, pages: Int, items: Int, next: NextPage? = nil) {
    self.reason = reason
    self.pages = pages
    self.items = items
    self.next = next
  }
}

/// The page where a walk can continue.
public struct NextPage: Sendable, Hashable {
  /// How to request a page.
  public enum Address: Sendable, Hashable {
    /// The call with its original arguments.
    case first
    /// The call with another value for this argument.
    case argument(String, JSON)
    /// A URL from the server.
    case url(String)
  }

  /// How to request the page.
  public var address: Address
  /// The number of its items that were already returned.
  public var skip: Int

  /// Creates a page, for tests.
  public init(_ address: Address, skip: Int = 0) {
    self.address = address
    self.skip = skip
  }
}
