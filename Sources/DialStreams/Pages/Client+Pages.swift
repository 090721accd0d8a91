public import DialEngine
public import DialJSON
import DialMessage

extension Client {
  /// The pages of an endpoint with `paginate:`, one after the other; each is a call of its own, with its selection and its checks.
  ///
  /// It ends where the spec says that there are no more, or at the bounds of `options`, whose `onEnd` is told which. A page that was
  /// there before is an error of code `limit`; so is one on another origin, unless `redirects.trust` has it.
  ///
  /// ```swift
  /// for try await page in github.pages("issues.list", ["owner": "apple", "repo": "swift"]) {
  ///   print(page.headers["etag"] ?? "", page.value[0].title)
  /// }
  /// ```
  public func pages(_ endpoint: String, _ arguments: Arguments = [:], _ options: PageOptions = .init()) -> Replies<Reply> {
    engine.pages(endpoint, arguments, options) { reading in { () async throws(CallError) in try await reading.nextPage() } }
  }

  /// The same, with mixed nested literals as arguments.
  @_disfavoredOverload
  public func pages(_ endpoint: String, _ arguments: Arguments.Literals, _ options: PageOptions = .init()) -> Replies<Reply> {
    pages(endpoint, Arguments(arguments), options)
  }

  /// The same, with a dictionary as arguments; its names are sorted, so that the same call gives the same bytes. nil is none.
  @_disfavoredOverload
  public func pages(_ endpoint: String, _ arguments: [String: Arguments.Value]?, _ options: PageOptions = .init()) -> Replies<Reply> {
    pages(endpoint, Arguments(arguments ?? [:]), options)
  }

  /// The items of all pages, in order: the elements of the list that each page is. A page is asked for when its first item is.
  ///
  /// ```swift
  /// for try await issue in github.items("issues.list", ["owner": "apple", "repo": "swift"], PageOptions(maxItems: 100)) {
  ///   print(issue.title.asString ?? "")
  /// }
  /// ```
  public func items(_ endpoint: String, _ arguments: Arguments = [:], _ options: PageOptions = .init()) -> Replies<JSON> {
    engine.pages(endpoint, arguments, options) { reading in { () async throws(CallError) in try await reading.nextItem() } }
  }

  /// The same, with mixed nested literals as arguments.
  @_disfavoredOverload
  public func items(_ endpoint: String, _ arguments: Arguments.Literals, _ options: PageOptions = .init()) -> Replies<JSON> {
    items(endpoint, Arguments(arguments), options)
  }

  /// The same, with a dictionary as arguments; its names are sorted, so that the same call gives the same bytes. nil is none.
  @_disfavoredOverload
  public func items(_ endpoint: String, _ arguments: [String: Arguments.Value]?, _ options: PageOptions = .init()) -> Replies<JSON> {
    items(endpoint, Arguments(arguments ?? [:]), options)
  }
}

extension Engine {
  /// A walk for each loop; what is wrong with the call is thrown when the first element is asked for.
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
