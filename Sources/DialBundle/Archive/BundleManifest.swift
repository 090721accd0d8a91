import Dial

/// What a bundle says about itself: `bundle.json`, the last member of its archive.
package struct BundleManifest: Sendable, Equatable {
  package struct Entry: Sendable, Equatable {
    /// The path from the folder of the spec.
    package var path: String
    /// Where the content begins in the archive.
    package var offset = 0
    package var size: Int
    /// The SHA-256 of the content as 64 hexadecimal digits.
    package var digest: String
  }

  /// The version of this format.
  static let format = 1
  static let path = "bundle.json"
  /// The folder of the files in the archive.
  static let folder = "spec/"

  /// The name of the command.
  package var name: String
  /// The path of the spec.
  package var spec: String
  /// The version of the service; nil if it has none.
  package var version: String?
  /// The names of endpoints that are also names of commands.
  package var hidden: [String]
  package var files: [Entry]

  package init(name: String, spec: String, version: String?, hidden: [String], files: [Entry]) {
    (self.name, self.spec, self.version, self.hidden, self.files) = (name, spec, version, hidden, files)
  }

  /// Returns nil if the text is not a manifest of this format.
  init?(_ bytes: [UInt8]) {
    guard let json = try? JSON(parsing: bytes), json[member: "bundle"].asInt == Self.format, let name = json[member: "name"].asString,
      let spec = json[member: "spec"].asString, let files = json[member: "files"].asArray
    else { return nil }
    let entries = files.compactMap { Self.entry($0) }
    guard entries.count == files.count, entries.contains(where: { $0.path == spec }) else { return nil }
    let hidden = json[member: "hidden"].asArray?.compactMap(\.asString) ?? []
    self.init(name: name, spec: spec, version: json[member: "version"].asString, hidden: hidden, files: entries)
  }

  private static func entry(_ json: JSON) -> Entry? {
    guard let path = json[member: "path"].asString, let offset = json[member: "offset"].asInt, let size = json[member: "size"].asInt,
      let digest = json[member: "sha256"].asString
    else { return nil }
    return Entry(path: path, offset: offset, size: size, digest: digest)
  }

  var bytes: [UInt8] {
    let files = files.map { entry -> JSON in
      ["path": .string(entry.path), "offset": JSON(entry.offset), "size": JSON(entry.size), "sha256": .string(entry.digest)]
    }
    let json: JSON = [
      "bundle": JSON(Self.format), "dial": .string(DialVersion.number), "name": .string(name), "spec": .string(spec),
      "version": version.map(JSON.string) ?? .null, "hidden": .array(hidden.map(JSON.string)), "files": .array(files),
    ]
    return JSONWriter.bytes(json, indent: 2) + [0x0A]
  }
}
