public import DialEngine
public import DialJSON
import DialMessage

extension Client {
  /// Returns the pages of an endpoint with `paginate:`. Each page is a call with its own selection and checks.
  ///
  /// The sequence ends when the spec says that there are no more pages, or at a limit of `options`, whose `onEnd` gets the reason. A page
  /// that repeats an earlier one is an error of code `limit`, and so is a page at another origin, unless `redirects.trust` names it.
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
