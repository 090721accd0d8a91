public import DialEngine

/// How far a walk over pages goes, and how.
public struct PageOptions: Sendable {
  /// The most pages that are asked for; nil for all.
  public var maxPages: Int?
  /// The most items that are given; nil for all. A walk of `pages` ends with the page that reaches it.
  public var maxItems: Int?
  /// Whether the next page is asked for while the last one is looked at; never more than one.
  public var prefetch: Bool
  /// Options of each call. Its timeout is that of each page.
  public var call: CallOptions
  /// Told once why the walk ended; not where it fails, or is left early.
  public var onEnd: (@Sendable (PageEnd) -> Void)?

  /// All pages, one after the other, where nothing else is said.
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
