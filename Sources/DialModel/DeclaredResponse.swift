package import DialSyntax
import Synchronization

/// A response as a document declares it.
package struct DeclaredResponse: Sendable {
  /// What a body of one media type is.
  package struct Content: Sendable {
    /// A media type, or a range such as `text/*`; empty if the spec does not declare it.
    package var mediaType: String
    /// The type of the body; nil if the document says nothing about it.
    package var shape: Shape?
    /// The type of one element, if the body is a stream.
    package var element: Shape?
    /// The rules about the body besides its type.
    package var constraints: [Constraint]
    package var range: SourceRange

    package init(_ mediaType: String, _ shape: Shape?, element: Shape? = nil, _ constraints: [Constraint] = [], at range: SourceRange) {
      (self.mediaType, self.shape, self.element, self.constraints, self.range) = (mediaType, shape, element, constraints, range)
    }
  }

  /// A status, a range such as `4XX`, or `default`.
  package var status: String
  package var contents: [Content]
  package var doc: String?
  package var range: SourceRange

  package init(status: String, contents: [Content], doc: String?, range: SourceRange) {
    (self.status, self.contents, self.doc, self.range) = (status, contents, doc, range)
  }

  package var mediaTypes: [String] { contents.map(\.mediaType).filter { !$0.isEmpty } }

  /// Returns the content of a media type: that of exactly this one, otherwise of a range that covers it.
  package func content(of type: MediaType) -> Content? {
    let named = contents.map { ($0, MediaType($0.mediaType)?.essence ?? $0.mediaType.lowercased()) }
    let range = type.essence.prefix { $0 != "/" } + "/*"
    return (named.first { $0.1 == type.essence } ?? named.first { $0.1 == range } ?? named.first { ["*/*", "*", ""].contains($0.1) })?.0
  }
}

/// The responses of an operation. They are read when they are asked for, because a call does not need them.
package final class DeclaredResponses: Sendable {
  package static let none = DeclaredResponses { [] }

  private let read: @Sendable () -> [DeclaredResponse]
  private let made = Mutex<[DeclaredResponse]?>(nil)

  package init(_ read: @escaping @Sendable () -> [DeclaredResponse]) { self.read = read }

  package var all: [DeclaredResponse] {
    if let made = made.withLock({ $0 }) { return made }
    let fresh = read()
    return made.withLock { made in
      made = made ?? fresh
      return made ?? fresh
    }
  }

  /// Returns what is declared for a status: for exactly this one, otherwise for its range, otherwise for all others.
  package func response(for status: Int) -> DeclaredResponse? {
    let all = all
    return Self.key(for: status, among: all.map(\.status)).flatMap { key in all.first { $0.status == key } }
  }

  /// Returns the key of what is declared for a status, among several: the status itself, otherwise its range, otherwise `default`.
  package static func key(for status: Int, among keys: [String]) -> String? {
    ["\(status)", "\(status / 100)xx", "default"].lazy.compactMap { wanted in keys.first { $0.lowercased() == wanted } }.first
  }

  /// The first declared status of a success with a body, otherwise 200.
  package var usualStatus: Int {
    all.lazy.compactMap { Int($0.status) }.first { (200..<300).contains($0) && ![204, 205].contains($0) } ?? 200
  }

  /// The first status or range of 2xx, otherwise that of all other statuses.
  package var success: DeclaredResponse? {
    let all = all
    return all.first { $0.status.hasPrefix("2") } ?? all.first { $0.status.lowercased() == "default" }
  }
}
