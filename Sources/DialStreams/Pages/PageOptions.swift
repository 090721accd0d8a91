public import DialEngine

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
  ///
  /// ```swift
  /// for try await issue in github.items("issues.list", ["owner": "apple", "repo": "swift"], PageOptions(maxItems: 100)) { … }
  /// ```
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
