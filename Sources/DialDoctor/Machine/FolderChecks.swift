import Dial
import DialLibc

/// The folders and files of the user, and who can read and change them.
package struct FolderChecks: Sendable {
  /// A folder of Dial; nil if it is unknown.
  package typealias Folder = (name: String, path: String?)

  let folders: [Folder]
  /// Files with secrets.
  let secretFiles: [String]

  package init(folders: [Folder], secretFiles: [String]) { (self.folders, self.secretFiles) = (folders, secretFiles) }

  package var checks: [Check] { folders.map(Self.check) + secretFiles.compactMap(Self.check(secret:)) }

  private static func check(_ folder: Folder) -> Check {
    let name = "\(folder.name) folder"
    guard let path = folder.path else { return .problem(name, "is unknown", "set HOME to the path of your home folder") }
    guard let kind = FileKind(path) else { return parent(name, path) }
    let word = ShellWord.quoted(path)
    if !kind.isFolder { return .problem(name, "'\(path)' is not a folder", "remove it: rm \(word)") }
    if !kind.isOfThisUser { return .problem(name, "'\(path)' belongs to another user", "change its owner: chown \"$USER\" \(word)") }
    if kind.mode & 0o022 != 0 {
      return .problem(name, "'\(path)' can be changed by other users (mode \(mode(kind)))", "run: chmod go-w \(word)")
    }
    if access(path, R_OK | W_OK | X_OK) != 0 || kind.mode & 0o700 != 0o700 {
      return .problem(name, "'\(path)' cannot be read and written (mode \(mode(kind)))", "run: chmod u+rwx \(word)")
    }
    return .ok(name, "'\(path)' (mode \(mode(kind)))")
  }

  /// A folder that does not exist must be one that can be created.
  private static func parent(_ name: String, _ path: String) -> Check {
    var above = Disk.folder(of: path)
    while FileKind(above) == nil, above != "/", above != "." { above = Disk.folder(of: above) }
    if FileKind(above)?.isFolder == true, access(above, W_OK | X_OK) == 0 { return .ok(name, "'\(path)' does not exist yet") }
    return .problem(name, "'\(path)' does not exist and cannot be created", "allow writing to '\(above)', or set HOME")
  }

  private static func check(secret path: String) -> Check? {
    guard let kind = FileKind(path) else { return nil }
    let name = String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
    if !kind.isRegular { return .problem(name, "'\(path)' is not a regular file", "remove it") }
    guard kind.isPrivate else {
      return .problem(
        name, "'\(path)' contains secrets, but other users can read or own it (mode \(mode(kind)))",
        "run: chmod 600 \(ShellWord.quoted(path)), then replace the secrets")
    }
    return .ok(name, "'\(path)' (mode \(mode(kind)))")
  }

  private static func mode(_ kind: FileKind) -> String { "0" + String(kind.mode, radix: 8) }
}
