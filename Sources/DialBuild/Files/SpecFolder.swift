import DialMessage
import DialModel
package import DialSyntax
import Synchronization

/// The files in the folder of a spec, each read once. Formats that read parts on demand keep it.
package final class SpecFolder: Sendable {
  /// Why a file is not read.
  package struct Refusal: Error, Sendable {
    package var id: FindingID
    package var message: String
  }

  private struct State {
    var documents: [String: Result<YAMLDocument, Refusal>] = [:]
    var bytesLeft = SpecFolder.maxBytes
    var limits = YAMLLimits()
    /// In the order of reading.
    var read: [ReadFile] = []
  }

  private static let maxBytes = 64 << 20

  /// The real path; nil if no file may be read.
  private let path: String?
  /// The folder as the caller wrote it, for the names of files.
  private let shown: String
  private let state = Mutex(State())

  /// A folder of which no file may be read.
  package static var none: SpecFolder { SpecFolder(nil, shown: "") }

  init(_ path: String?, shown: String) { (self.path, self.shown) = (path, shown) }

  var isReadable: Bool { path != nil }

  /// The files that were read, and those that did not exist.
  var read: [ReadFile] { state.withLock(\.read) }

  /// The name of a file in findings.
  package func name(of path: String) -> String { shown + path }

  /// Returns a file, or why it is not read.
  ///
  /// - Parameters:
  ///   - path: from the folder, without `.` and `..`.
  ///   - inner: the folder below this one in which the file must be.
  ///   - limit: the maximum number of files.
  package func document(_ path: String, below inner: String = "", limit: Int) -> Result<YAMLDocument, Refusal> {
    state.withLock { state in
      if let known = state.documents[path] { return known }
      guard state.documents.count < limit else {
        return .failure(Refusal(id: .size, message: "the spec includes more than \(limit) files; include fewer"))
      }
      let document = Result { () throws(Refusal) in try load(path, below: inner, &state) }
      state.documents[path] = document
      return document
    }
  }

  /// Returns a file that may be absent; nil if it is.
  package func document(ifExists path: String) -> Result<YAMLDocument, Refusal>? {
    guard let folder = self.path else { return nil }
    guard FileKind("\(folder)/\(path)") != nil else {
      state.withLock { $0.read.append(ReadFile(path: path, identity: nil, bytes: [], file: SourceFile(name: shown + path, text: ""))) }
      return nil
    }
    return document(path, limit: .max)
  }

  private func load(_ path: String, below inner: String, _ state: inout State) throws(Refusal) -> YAMLDocument {
    guard let folder = self.path else {
      throw Refusal(id: .fileUnreadable, message: "'\(path)' cannot be read, because the spec is not a file or is not trusted")
    }
    let place = "\(folder)/\(path)"
    guard File.isReally(place, below: inner.isEmpty ? folder : "\(folder)/\(inner)") else {
      throw Refusal(id: .fileOutside, message: "'\(path)' is outside the folder of the spec; use a file inside it")
    }
    guard !File.isEndless(place) else { throw Refusal(id: .fileUnreadable, message: "'\(path)' is not a regular file") }
    let kind = FileKind(place)
    // A later start reads a file that appears.
    if kind == nil { state.read.append(ReadFile(path: path, identity: nil, bytes: [], file: SourceFile(name: shown + path, text: ""))) }
    switch File(place).contents(upTo: Int64(Self.maxBytes)) {
    case .failure(let fault): throw Refusal(id: .fileUnreadable, message: "cannot read '\(path)': \(fault.reason)")
    case .success(let bytes):
      guard bytes.count <= state.bytesLeft else {
        throw Refusal(id: .size, message: "the files of the spec are larger than 64 MiB in total; include fewer or smaller files")
      }
      state.bytesLeft -= bytes.count
      let document = YAMLReader.read(bytes, name: shown + path, limits: state.limits)
      state.limits.maxNodes -= document.nodes
      if let kind { state.read.append(ReadFile(path: path, identity: kind.identity, bytes: bytes, file: document.file)) }
      return document
    }
  }
}
