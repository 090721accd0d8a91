public import DialEngine
public import DialJSON
public import DialMessage

extension Client {
  /// Returns the pages of an endpoint with `paginate:`. Each page is a call.
  ///
  /// The sequence ends at the last page or at a limit of `options`, whose `onEnd` gets the reason. A page that repeats an earlier one, or
  /// is at another origin that `redirects.trust` does not name, is an error of code `limit`.
  ///
  /// ```swift
  /// for try await page in github.pages("issues.list", ["owner": "apple", "repo": "swift"]) {
  ///   print(page.headers["etag"] ?? "", page.value[0].title)
  /// }
  /// ```
  public func pages(_ endpoint: String, _ arguments: Arguments = [:], _ options: PageOptions = .init()) -> Replies<Reply> {
    engine.pages(endpoint, arguments, options) { reading in { () async throws(CallError) in try await reading.nextPage() } }
  }

  /// Accepts arguments with nested literals of mixed types.
  @_disfavoredOverload
  public func pages(_ endpoint: String, _ arguments: Arguments.Literals, _ options: PageOptions = .init()) -> Replies<Reply> {
    pages(endpoint, Arguments(arguments), options)
  }

  /// Accepts a dictionary of arguments, which is sorted by name so that the same call sends the same bytes. `nil` passes no arguments.
  @_disfavoredOverload
  public func pages(_ endpoint: String, _ arguments: [String: Arguments.Value]?, _ options: PageOptions = .init()) -> Replies<Reply> {
    pages(endpoint, Arguments(arguments ?? [:]), options)
  }

  /// Returns the items of all pages in order: the elements of the list that each page is. A page is requested when its first item is
  /// needed.
  ///
  /// ```swift
  /// for try await issue in github.items("issues.list", ["owner": "apple", "repo": "swift"], PageOptions(maxItems: 100)) {
  ///   print(issue.title.asString ?? "")
  /// }
  /// ```
  public func items(_ endpoint: String, _ arguments: Arguments = [:], _ options: PageOptions = .init()) -> Replies<JSON> {
    engine.pages(endpoint, arguments, options) { reading in { () async throws(CallError) in try await reading.nextItem() } }
  }

  /// Accepts arguments with nested literals of mixed types.
  @_disfavoredOverload
  public func items(_ endpoint: String, _ arguments: Arguments.Literals, _ options: PageOptions = .init()) -> Replies<JSON> {
    items(endpoint, Arguments(arguments), options)
  }

  /// Accepts a dictionary of arguments, which is sorted by name so that the same call sends the same bytes. `nil` passes no arguments.
  @_disfavoredOverload
  public func items(_ endpoint: String, _ arguments: [String: Arguments.Value]?, _ options: PageOptions = .init()) -> Replies<JSON> {
    items(endpoint, Arguments(arguments ?? [:]), options)
  }
}

extension Engine {
  /// Starts a walk for each loop. An invalid call throws when the first element is requested.
  func pages<Element>(
    _ endpoint: String, _ arguments: Arguments, _ options: PageOptions,
    _ read: @escaping @Sendable (PageReading) -> Replies<Element>.Step
  ) -> Replies<Element> {
    Replies { opened in
      do throws(CallError) {
        return read(PageReading(try PageWalk(self, endpoint, arguments, options), options, opened))
      } catch {
        return { () async throws(CallError) in throw error }
      }
    }
  }
}

/// Options of a walk over pages.
public struct PageOptions: Sendable {
  /// The maximum number of pages; nil for all.
  public var maxPages: Int?
  /// The maximum number of items; nil for all. `pages` ends with the page that reaches it.
  public var maxItems: Int?
  /// Whether to request the next page while you use the current one.
  public var prefetch: Bool
  /// The options of each call. Its timeout is that of each page.
  public var call: CallOptions
  /// Called once with the reason for the end, unless the walk fails or you leave the loop.
  public var onEnd: (@Sendable (PageEnd) -> Void)?

  /// Creates options; by default, all pages are read one after the other.
  public init(
    maxPages: Int? = nil, maxItems: Int? = nil, prefetch: Bool = false, call: CallOptions = .init(),
    onEnd: (@Sendable (PageEnd) -> Void)? = nil
  ) {
    self.maxPages = maxPages
    self.maxItems = maxItems
    self.prefetch = prefetch
    self.call = call
    self.onEnd = onEnd
  }
}

/// Why a walk over pages ended, and where it can continue. See ``PageOptions/onEnd``.
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
  /// The number of items that the server announces (`total` of the spec), if the pages ended before it; otherwise nil.
  public var total: Int?

  /// Creates an end, for tests.
  public init(_ reason: Reason, pages: Int, items: Int, next: NextPage? = nil, total: Int? = nil) {
    self.reason = reason
    self.pages = pages
    self.items = items
    self.next = next
    self.total = total
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

extension NextPage: SecretHolder {
  /// The kind of the address, and the number of items to skip.
  public var description: String {
    let kind =
      switch address {
      case .first: "first"
      case .argument(let name, _): "argument \(name)"
      case .url: "url"
      }
    return "NextPage(\(kind), skip: \(skip))"
  }
}

extension NextPage.Address: SecretHolder {
  /// The same as that of its page.
  public var description: String { NextPage(self).description }
}
