public import DialJSON

/// Why a walk over pages ended, and where it would go on.
///
/// ```swift
/// let options = PageOptions(maxItems: 100) { end in
///   if let next = end.next { print("more: \(next)") }
/// }
/// for try await issue in github.items("issues.list", ["owner": "apple", "repo": "swift"], options) { … }
/// ```
public struct PageEnd: Sendable, Hashable {
  /// What ended it. A walk that fails has no end: its error says why.
  public enum Reason: String, Sendable, CaseIterable {
    /// The server names no next page, or all items of its `total` are there.
    case last
    /// The first page has items, and not even a member where the spec says that the next URL or cursor stands: either there is one page
    /// only, or the spec names another place than the server.
    case absent
    /// A page without items.
    case empty
    /// The `until` of the spec holds.
    case until
    /// As many pages as were wanted.
    case maxPages = "max-pages"
    /// As many items as were wanted.
    case maxItems = "max-items"
  }

  /// What ended it.
  public var reason: Reason
  /// How many pages were asked for.
  public var pages: Int
  /// How many items were given.
  public var items: Int
  /// Where a walk that was cut off goes on; nil where nothing is left.
  public var next: NextPage?

  /// An end, as a test may want to compare one.
  public init(_ reason: Reason, pages: Int, items: Int, next: NextPage? = nil) {
    self.reason = reason
    self.pages = pages
    self.items = items
    self.next = next
  }
}

/// The page where a walk that was cut off goes on.
public struct NextPage: Sendable, Hashable {
  /// How it is asked for.
  public enum Address: Sendable, Hashable {
    /// The call as it was made first.
    case first
    /// The call with another value of this argument.
    case argument(String, JSON)
    /// The URL that the server gave.
    case url(String)
  }

  /// How it is asked for.
  public var address: Address
  /// How many of its items were given already.
  public var skip: Int

  /// A page, as a test may want to compare one.
  public init(_ address: Address, skip: Int = 0) {
    self.address = address
    self.skip = skip
  }
}
