import DialModel
import DialSyntax
import Synchronization

/// The endpoints of a compiled spec: each is read from its own text when it is first asked for.
final class CompiledEndpoints: EndpointSource {
  private let image: SpecImage
  /// What is handed down to the endpoints of each `endpoints:`.
  private let levels: [Level]
  /// The text that they share.
  private let shared: YAMLDocument
  private let folder: String?
  private let aliases: [String: Shape]
  private let models = Mutex<[Int: EndpointModel]>([:])

  /// - Parameters:
  ///   - folder: where the spec stands.
  ///   - aliases: types that are another name of one of the language.
  init(_ image: SpecImage, levels: [Level], shared: YAMLDocument, folder: String?, aliases: [String: Shape]) {
    (self.image, self.levels, self.shared, self.folder, self.aliases) = (image, levels, shared, folder, aliases)
  }

  var count: Int { image.count }

  var names: [String] { (0..<count).map(image.name) }

  func place(of name: String) -> Int? { image.place(of: name) }

  func model(at index: Int) -> EndpointModel {
    if let model = models.withLock({ $0[index] }) { return model }
    guard let made = read(index) else {
      preconditionFailure("the compiled spec '\(image.path)' was written by another version of Dial; remove it")
    }
    return models.withLock { models in
      if let model = models[index] { return model }
      models[index] = made
      return made
    }
  }

  private func read(_ index: Int) -> EndpointModel? {
    let piece = image.piece(index)
    let numbers = LineNumbers([.init(index: 0, number: piece.line)])
    let document = YAMLReader.read(part: piece.text, name: shared.file.name, numbers: numbers, anchorsOf: shared)
    guard let entry = document.root?.mapping?.first else { return nil }
    let findings = Findings()
    (findings.folder, findings.aliases) = (folder, aliases)
    return EndpointReader(findings: findings).read(entry, in: levels[piece.block])
  }
}
