import DialSyntax
import Synchronization

/// The endpoints of a spec that was compiled before: each is read out of its own text when it is first asked for.
final class CompiledEndpoints: Sendable {
  private let image: SpecImage
  /// What is handed down to the endpoints of each `endpoints:`.
  private let levels: [Level]
  /// The text that they share.
  private let shared: YAMLDocument
  private let folder: String?
  private let aliases: [String: Shape]
  private let selections = SelectionTable()
  private let models = Mutex<[Int: EndpointModel]>([:])

  /// - Parameters:
  ///   - folder: where the spec stands.
  ///   - aliases: types that are another name of one of the language.
  init(_ image: SpecImage, levels: [Level], shared: YAMLDocument, folder: String?, aliases: [String: Shape]) {
    (self.image, self.levels, self.shared, self.folder, self.aliases) = (image, levels, shared, folder, aliases)
  }

  var count: Int { image.count }

  var names: [String] { image.names ?? (0..<count).map { model($0).name } }

  func place(of name: String) -> Int? { image.place(of: name) }

  func model(_ place: Int) -> EndpointModel {
    if let model = models.withLock({ $0[place] }) { return model }
    let made = read(place) ?? damaged(place)
    return models.withLock { models in
      if let model = models[place] { return model }
      models[place] = made
      return made
    }
  }

  private func read(_ place: Int) -> EndpointModel? {
    guard let piece = image.piece(place), piece.block < levels.count else { return nil }
    let numbers = LineNumbers([.init(index: 0, number: piece.line)])
    let document = YAMLReader.read(part: piece.text, name: shared.file.name, numbers: numbers, anchorsOf: shared)
    guard let entry = document.root?.mapping?.first else { return nil }
    return EndpointReader(findings: Findings(knownRight: folder, selections, aliases: aliases)).read(entry, in: levels[piece.block])
  }

  /// What stands for an endpoint whose text cannot be read any more: calls of it say so.
  private func damaged(_ place: Int) -> EndpointModel {
    let start = Position(line: 1, column: 1)
    let range = SourceRange(file: SourceFile(name: shared.file.name, text: ""), start: start, end: start)
    let why = "the compiled form of the spec, '\(image.path)', was damaged while it was used: remove it"
    return EndpointModel(image.piece(place)?.name ?? "", at: range, damage: why)
  }
}
