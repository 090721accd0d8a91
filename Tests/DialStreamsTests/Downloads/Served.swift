import DialMessage
import Foundation
import HTTPTypes
import Synchronization
import TestSupport

/// One response of a server with a file of 100,000 bytes.
struct Served: Sendable {
  static let file = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) }

  var status = 200
  var headers: HTTPFields = [:]
  /// The range of the sent bytes.
  var bytes = 0..<100_000
  /// The error at the end, if it is incomplete.
  var cut: TransportError.Kind?
  var isRefused = false

  /// The whole file with a tag, or its beginning.
  static func whole(_ tag: String = "\"v1\"", cut at: Int? = nil, by kind: TransportError.Kind = .truncated) -> Served {
    Served(headers: [.eTag: tag, .contentLength: "100000"], bytes: 0..<(at ?? 100_000), cut: at == nil ? nil : kind)
  }

  static func part(_ from: Int, to: Int = 100_000, tag: String? = "\"v1\"", cut at: Int? = nil) -> Served {
    var part = Served(
      status: 206, headers: [.contentRange: "bytes \(from)-\(to - 1)/100000", .contentLength: "\(to - from)"], bytes: from..<(at ?? to),
      cut: at == nil ? nil : .truncated)
    part.headers[.eTag] = tag
    return part
  }

  static func refused(_ status: Int, _ headers: HTTPFields = [:]) -> Served { Served(status: status, headers: headers, bytes: 0..<0) }

  static let unreachable = Served(isRefused: true)

  func with(status: Int) -> Served {
    var copy = self
    copy.status = status
    return copy
  }

  func with(_ name: HTTPField.Name, _ value: String?) -> Served {
    var copy = self
    copy.headers[name] = value
    return copy
  }
}

/// Sends responses in order, and records requests.
final class Serving: Transport {
  private let answers: [Served]
  private let asked = Mutex<[PreparedRequest]>([])

  init(_ answers: [Served]) { self.answers = answers }

  var requests: [String] {
    asked.withLock { requests in
      requests.map { request in
        [request.method.rawValue, request.headers[.range], request.headers[.ifRange]].compactMap { $0 }.joined(separator: " ")
      }
    }
  }

  var last: PreparedRequest? { asked.withLock { $0.last } }

  func send(_ request: PreparedRequest) async throws -> Response {
    let number = asked.withLock { asked in
      asked.append(request)
      return asked.count - 1
    }
    guard number < answers.count, !answers[number].isRefused else { throw TransportError(.connect, "nothing listens") }
    let answer = answers[number]
    return Response(
      status: .init(code: answer.status), headers: answer.headers, url: request.url, body: ResponseBody(Pieces(answer: answer)))
  }

  private struct Pieces: AsyncSequence, Sendable {
    let answer: Served

    func makeAsyncIterator() -> Iterator { Iterator(answer: answer, at: answer.bytes.lowerBound) }

    struct Iterator: AsyncIteratorProtocol {
      let answer: Served
      var at: Int

      mutating func next() async throws -> [UInt8]? {
        guard at < answer.bytes.upperBound else {
          if answer.cut == .cancelled {
            // Sends nothing more until it is cancelled.
            try await Task.sleep(for: .seconds(60))
          }
          if let cut = answer.cut { throw TransportError(cut, "the transfer broke off") }
          return nil
        }
        let end = Swift.min(at + 8000, answer.bytes.upperBound)
        defer { at = end }
        return Array(Served.file[at..<end])
      }
    }
  }
}

extension TemporaryFolder {
  /// The files, sorted: `x` for the whole file, `x=5` for this number of bytes, `x?` for other content; without notes.
  var files: String {
    names.filter { !$0.hasSuffix(".part.json") }.map { name in
      let bytes = bytes(name) ?? []
      guard Served.file.starts(with: bytes) else { return name + "?" }
      return bytes.count == Served.file.count ? name : "\(name)=\(bytes.count)"
    }.joined(separator: " ")
  }
}
