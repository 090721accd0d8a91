import Dial
import Foundation
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies
@testable import DialStreams

/// The targets of downloads and their names.
@Suite struct DownloadTargetTests {
  private static func client(_ server: any Transport, path: String = "/files/x", base: String = "https://api.test") throws -> Client {
    let yaml = "base: \(base)\nauth: bearer ${KEY}\nendpoints: {get: \"GET \(path) -> bytes\"}\n"
    return Client(try Spec.load(yaml: yaml), variables: ["KEY": "t0psecret"], transport: server)
  }

  private static func refusal(_ path: String, _ server: Serving = Serving([.whole()])) async throws -> String? {
    await #expect(throws: CallError.self) { try await client(server).download("get", to: path) }?.message
  }

  @Test func `what cannot be written is refused before anything is sent`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try folder.write("f", [1])
    let server = Serving([.whole()])
    for (path, reason) in [
      ("", "the folder does not exist"), ("\(folder.path)/none/", "the folder does not exist"),
      ("\(folder.path)/none/x", "the folder '\(folder.path)/none' does not exist"),
      ("\(folder.path)/f/x", "the folder '\(folder.path)/f' does not exist"),
    ] {
      #expect(try await Self.refusal(path, server) == "cannot write '\(path)': \(reason)")
    }
    #expect(server.requests.isEmpty && folder.files == "f?")
  }

  @Test func `a device is written through, and never taken up again`() async throws {
    let server = Serving([.whole(), .whole(cut: 40_000), .part(40_000)])
    let file = try await Self.client(server).download("get", to: "/dev/null")
    #expect(file.size == 100_000 && file.path == "/dev/null")
    #expect(try await Self.refusal("/dev/null", server) == "the transfer broke off")
    #expect(server.requests == ["GET", "GET"])
    var info = stat()
    stat("/dev/null", &info)
    #expect(info.st_mode & S_IFMT == S_IFCHR)
  }

  #if os(Linux)
    @Test func `a device without room says so`() async throws {
      #expect(try await Self.refusal("/dev/full") == "cannot write '/dev/full': no space left on device")
    }
  #endif

  @Test func `a link stays a link, and a mode stays`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try folder.write("a", [1])
    chmod("\(folder.path)/a", 0o600)
    symlink("a", "\(folder.path)/link")
    let modes = Mutex<Set<mode_t>>([])
    try await Self.client(Serving([.whole()])).download("get", to: "\(folder.path)/link") { step in
      var info = stat()
      if step.received > 0, stat("\(folder.path)/a.part", &info) == 0 { modes.withLock { _ = $0.insert(info.st_mode & 0o777) } }
    }
    #expect(folder.files == "a link" && modes.withLock { $0 } == [0o600])
    var info = stat()
    lstat("\(folder.path)/link", &info)
    #expect(info.st_mode & S_IFMT == S_IFLNK)
    stat("\(folder.path)/a", &info)
    #expect(info.st_mode & 0o777 == 0o600)
  }

  @Test func `nobody is made who runs the file`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try folder.write("a", [1])
    chmod("\(folder.path)/a", 0o6755)
    try await Self.client(Serving([.whole()])).download("get", to: "\(folder.path)/a")
    var info = stat()
    stat("\(folder.path)/a", &info)
    #expect(folder.files == "a" && info.st_mode & 0o7777 == 0o755)
  }

  @Test(arguments: [
    // without a name: that of the URL
    (nil, "/files/x", "x"), ("inline", "/files/x", "x"), ("attachment; filename=", "/files/x", "x"),
    ("attachment; filename=\"..\"", "/files/x", "x"), ("attachment; filename=\"a\u{202E}b\"", "/files/x", "x"),
    (nil, "/", "download"), (nil, "/files/", "download"), (nil, "/files/%2e%2e", "download"), (nil, "/a%2Fb%20c", "b c"),
    (nil, "/files/.profile", "profile"), (nil, "/files/${KEY}", "download"), (nil, "/files/a.txt?x=/y", "a.txt"),
    // names that would be parts of other downloads
    ("attachment; filename=y.part", "/files/x", "x"), ("attachment; filename=y.PART.Json", "/files/x", "x"),
    ("attachment; filename*=UTF-8''y%D8%80.part", "/files/x", "x"), (nil, "/files/x.part", "download"),
    ("attachment; filename=part", "/files/x", "part"),
    // valid names
    ("attachment; filename=\"r\u{E9}sum\u{E9}.pdf\"", "/files/x", "r\u{E9}sum\u{E9}.pdf"),
    ("attachment; filename=\"../../etc/passwd\"", "/files/x", "passwd"), ("attachment; filename=\".bashrc\"", "/files/x", "bashrc"),
    ("attachment; filename=\"/etc/cron.d/x\"", "/files/y", "x"), ("attachment; filename=\"C:\\\\a\\\\b.txt\"", "/files/x", "b.txt"),
    ("attachment; filename=a.txt; filename*=UTF-8''%2e%2e%2fb.txt", "/files/x", "b.txt"),
    // names that repeat the secret of the URL
    ("attachment; filename=t0psecret.txt", "/files/x?k=${KEY}", "x"), ("attachment; filename=t0psecret.txt", "/${KEY}", "download"),
  ])
  func `a file in a folder stays in it`(disposition: String?, path: String, name: String) async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let client = try Self.client(Serving([.whole().with(.contentDisposition, disposition)]), path: path)
    let file = try await client.download("get", to: folder.path)
    #expect(file.path == "\(folder.path)/\(name)")
    #expect(folder.files == name)
  }

  @Test func `a name that is too long is cut, and leaves room for the part`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let name = String(repeating: "n", count: 300) + ".txt"
    let server = Serving([.whole(cut: 40_000).with(.contentDisposition, "attachment; filename=\(name)"), .part(40_000)])
    let file = try await Self.client(server).prepare("get").download(to: folder.path + "/", pause: .microseconds(1))
    #expect(file.path == "\(folder.path)/" + String(repeating: "n", count: 241) + ".txt")
  }

  @Test func `two names are none`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    var answer = Served.whole()
    for name in ["a", "b"] { answer.headers.append(HTTPField(name: .contentDisposition, value: "attachment; filename=\(name)")) }
    #expect(try await Self.client(Serving([answer])).download("get", to: folder.path).path == folder.path + "/x")
  }

  @Test func `a redirect gives no name`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let server = Serving([.refused(302, [.location: "/echo/.bashrc"]), .whole()])
    let file = try await Self.client(server).download("get", to: folder.path)
    #expect(folder.files == "x" && file.url == "https://api.test/echo/.bashrc" && server.requests.count == 2)
  }

  @Test func `a file that is there is never replaced`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try folder.write("x", [1, 2])
    let message = try await Self.refusal(folder.path + "/")
    #expect(message == "'\(folder.path)/x' already exists")
    #expect(folder.files == "x?")
    // Another file is created during the transfer.
    let server = Serving([.whole().with(.contentDisposition, "attachment; filename=y")])
    let error = await #expect(throws: CallError.self) {
      try await Self.client(server).download("get", to: folder.path) { step in
        if step.received == 100_000 { _ = try? folder.write("y", [3]) }
      }
    }
    #expect(error?.message == "'\(folder.path)/y' already exists")
    #expect(folder.bytes("y") == [3] && folder.files == "x? y?")
  }

  @Test func `the next call into a folder goes on with what the first one left there`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let named = { (answer: Served) in answer.with(.contentDisposition, "attachment; filename=a.bin") }
    let first = Serving([named(.whole(cut: 40_000)), .refused(503)])
    await #expect(throws: CallError.self) {
      try await Self.client(first).prepare("get").download(to: folder.path, pause: .microseconds(1))
    }
    #expect(folder.files == "a.bin.part=40000")
    let next = Serving([named(.whole()), named(.part(40_000))])
    let file = try await Self.client(next).download("get", to: folder.path)
    #expect(file.resumed && next.requests == ["GET", "GET bytes=40000- \"v1\""] && folder.files == "a.bin")
  }
}
