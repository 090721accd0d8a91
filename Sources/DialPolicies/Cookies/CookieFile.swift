import DialJSON
import DialMessage
import DialModel

/// A file with the cookies of calls, which only its owner can read, for `cookies: {store: disk}`.
package struct CookieFile: Sendable {
  let path: String
  /// The service and the profile that the cookies belong to: no other spec sends them.
  private let owner: [String]

  package init(_ path: String, service: String, profile: String) { (self.path, owner) = (path, [service, profile]) }

  func read() throws(TransportError) -> [CookieJar.Cookie] { try entries().filter { $0.owner == owner }.map(\.cookie) }

  /// Applies changes to the file, which other processes may have changed, too. An expired cookie is removed.
  func write(_ changes: [CookieJar.Cookie], at now: Timestamp) async throws {
    try PrivateFolder.make(Disk.folder(of: path))
    let lock = try await FileLock(path + ".lock")
    defer { lock.release() }
    var entries = try entries()
    for change in changes {
      entries.removeAll { $0.owner == owner && $0.cookie.isSame(as: change) }
      entries.append((owner, change))
    }
    entries.removeAll { $0.cookie.expires.map { $0 <= now } ?? false }
    let json: JSON = [
      "version": 1, "cookies": .array(entries.map { .object([("owner", .array($0.owner.map(JSON.string)))] + $0.cookie.members) }),
    ]
    try PrivateFile(path: path).write(JSONWriter.bytes(json) + [0x0A])
  }

  private func entries() throws(TransportError) -> [(owner: [String], cookie: CookieJar.Cookie)] {
    guard FileKind(path) != nil else { return [] }
    let bytes = try PrivateFile(path: path).read()
    guard let json = try? JSON(parsing: bytes), json[member: "version"].asInt == 1, let items = json[member: "cookies"].asArray else {
      throw TransportError(.io, "'\(path)' is not a valid cookie file; remove it and sign in again")
    }
    return items.compactMap { item in
      CookieJar.Cookie(item).map { ((item[member: "owner"].asArray ?? []).compactMap(\.asString), $0) }
    }
  }
}

extension CookieJar.Cookie {
  fileprivate init?(_ json: JSON) {
    func text(_ name: String) -> String? { json[member: name].asString }
    guard let name = text("name"), let value = text("value"), let host = text("host"), let port = json[member: "port"].asInt,
      let path = text("path")
    else { return nil }
    self.init(
      name: name, value: value, host: host, domain: text("domain"), port: port, path: path,
      isSecure: json[member: "secure"].asBool ?? true, expires: text("expires").flatMap { Timestamp(rfc3339: $0) })
  }

  fileprivate var members: [(String, JSON)] {
    var members: [(String, JSON)] = [
      ("name", .string(name)), ("value", .string(value)), ("host", .string(host)), ("port", JSON(port)), ("path", .string(path)),
      ("secure", .bool(isSecure)),
    ]
    if let domain { members.append(("domain", .string(domain))) }
    if let expires { members.append(("expires", .string(expires.rfc3339))) }
    return members
  }
}
