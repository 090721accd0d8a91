import DialCore
import DialJSON
import DialSyntax

/// The profiles of the user, in one file that nobody else may read.
struct ProfileFile {
  let path: String

  /// The file of the user. Throws where there is no home for it.
  init(_ folders: UserFolders) throws(Failure) {
    guard let path = folders.profiles else { throw .io("there is no folder for profiles", hint: "set HOME or XDG_CONFIG_HOME") }
    self.path = path
  }

  /// By name; none where there is no file.
  func read() throws(Failure) -> [String: Profile] {
    guard LocalFile(path).exists else { return [:] }
    let bytes: [UInt8]
    do throws(TransportError) { bytes = try PrivateFile(path: path).read() } catch { throw .io(error.message) }
    let document = YAMLReader.read(bytes, name: path)
    let findings = Findings()
    let value = document.isValid ? document.root.flatMap { Values.json($0, findings) } : nil
    if let first = (document.diagnostics + findings.diagnostics).first(where: { $0.severity == .error }) {
      throw .io("\(path):\(first.range.start.line):\(first.range.start.column): \(first.message)")
    }
    if document.isEmpty { return [:] }
    guard let members = value?.asObject else { throw .io("'\(path)' holds no profiles: names, each with base and vars") }
    var profiles: [String: Profile] = [:]
    for (name, json) in members {
      do throws(Failure) {
        profiles[name] = try Profile(json, named: name)
      } catch {
        throw .io("'\(path)': \(error.message)")
      }
    }
    return profiles
  }

  func write(_ profiles: [String: Profile]) throws(Failure) {
    let json = JSON.object(profiles.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json()) })
    do throws(TransportError) {
      try PrivateFolder.make(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
      try PrivateFile(path: path).write(Array(YAMLWriter.text(json).utf8))
    } catch {
      throw .io(error.message)
    }
  }
}
