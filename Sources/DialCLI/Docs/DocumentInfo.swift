import Dial

/// The `info` of an OpenAPI document: what a page says about the service as a whole.
struct DocumentInfo {
  let title: String?
  let version: String?
  let description: String?

  /// Returns nil if the spec is neither a document nor an overlay over one.
  init?(_ service: ServiceModel) {
    // The operations of an overlay are those of its document.
    let files = [service.file] + [service.endpoints.count > 0 ? try? service.endpoints[0].range.file : nil].compactMap(\.self)
    for file in files {
      guard let root = YAMLReader.read(file.bytes, name: file.name).root, root.value(for: "openapi") ?? root.value(for: "swagger") != nil,
        let info = root.value(for: "info")
      else { continue }
      func text(_ key: String) -> String? { info.value(for: key)?.text.flatMap { $0.isEmpty ? nil : $0 } }
      (title, version, description) = (text("title"), text("version"), text("description"))
      return
    }
    return nil
  }
}
