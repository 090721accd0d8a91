import DialHTTP
import DialMessage
import Foundation
import Synchronization
import Testing

/// Errors without free files or threads; there is no crash and no endless wait.
@Suite(.timeLimit(.minutes(10))) struct ScarceResourcesTests {
  @Test func fewFilesForAServer() async throws {
    let said = try await Program.run("ulimit -n 16; dial demo; echo \"exit $?\"")
    let told = """
      error: cannot start a server: too many open files
      hint: raise the limit of open files, as with: ulimit -n 1024
      exit 1

      """
    #expect(said == told)
    #expect(try await Program.run("ulimit -n 16; dial mock demo; echo \"exit $?\"") == told)
  }

  @Test func fewFilesForACall() async throws {
    let said = try await Program.run("ulimit -n 8; dial call demo getUser id=7 --base http://127.0.0.1:1; echo \"exit $?\"")
    #expect(said.contains("cannot open a connection: too many open files [connect]"))
    #expect(said.hasSuffix("\nhint: raise the limit of open files, as with: ulimit -n 1024\nexit 7\n"))
  }

  /// The system does not count the threads of root.
  @Test(
    .enabled(if: Program.exists("prlimit") && (geteuid() != 0 || Program.exists("setpriv")), "prlimit is not installed"),
    arguments: ["--version", "call demo getUser id=7 --base http://127.0.0.1:1", "demo getUser 7 --mock", "check demo"])
  func noThread(_ words: String) async throws {
    let other = geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups" : ""
    let said = try await Program.run(
      """
      file=$(mktemp); cp "$(command -v dial)" $file; chmod 755 $file
      timeout -s KILL 60 \(other) prlimit --nproc=0 $file \(words); echo "exit $?"; rm $file
      """)
    #expect(said == "error: cannot start a thread: resource temporarily unavailable\nexit 1\n")
  }

  // MARK: memory and time

  /// Runs a command and gives its CPU time in seconds, and the most memory that it used, in MB.
  private func cost(_ command: String, in folder: String = "/") async throws -> (seconds: Double, megabytes: Int, said: String) {
    let script = """
      import resource, subprocess, sys
      ran = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)
      used = resource.getrusage(resource.RUSAGE_CHILDREN)
      print(used.ru_utime + used.ru_stime, used.ru_maxrss // (1000 if sys.platform == "linux" else 1000000), ran.stdout.decode()[:300])
      """
    let said = try await Program.run("python3 -c '\(script)' \(command)", in: folder)
    let words = said.split(separator: " ", maxSplits: 2)
    let (seconds, megabytes) = (words.first.flatMap { Double($0) }, words.dropFirst().first.flatMap { Int($0) })
    return (try #require(seconds, "\(said)"), try #require(megabytes, "\(said)"), String(words.last ?? ""))
  }

  /// Twice the spec may take twice the time, and a little more.
  @Test(
    .enabled(if: Program.exists("python3"), "python3 is not installed"),
    arguments: [("{?", "*", "}", 2000), (" (", "", ")", 2000), (" (", "", ")", 4000), (" (", "", ")", 200_000)])
  func largeSpecs(_ open: String, _ mark: String, _ close: String, _ count: Int) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "dial-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (file, count) in [("small", count), ("large", 2 * count)] {
      let names = (0..<count).map { "a\($0)\(mark)" }.joined(separator: ",")
      try "base: http://127.0.0.1:1\nendpoints:\n  e: 'GET /x\(open)\(names)\(close)'\n".write(
        toFile: "\(folder)/\(file).yaml", atomically: true, encoding: .utf8)
    }
    for command in ["check FILE.yaml", "call FILE.yaml e --dry-run", "describe FILE.yaml e"] {
      let one = try await cost("dial " + command.replacing("FILE", with: "small"), in: folder)
      let two = try await cost("dial " + command.replacing("FILE", with: "large"), in: folder)
      #expect(two.seconds < 2.5 * one.seconds + 0.5, "\(count), \(command): \(one.seconds) s, \(two.seconds) s; \(two.said)")
      #expect(two.megabytes < 400, "\(count), \(command): \(two.megabytes) MB; \(two.said)")
    }
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// 512 MB in memory that does not grow with them.
  @Test(.enabled(if: Program.exists("python3"), "python3 is not installed"))
  func aLargeDownload() async throws {
    let (count, piece) = (2048, [UInt8](repeating: 65, count: 256 << 10))
    let server = try await LoopbackServer { _ in
      let left = Mutex(count)
      let pieces = AsyncStream {
        left.withLock {
          $0 -= 1
          return $0 < 0 ? nil : piece
        }
      }
      return LoopbackResponse(
        status: 200, headers: [("Content-Type", "application/octet-stream"), ("Content-Length", "\(count * piece.count)")],
        stream: ResponseBody(pieces))
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: "dial-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try "{base: '\(server.base)', timeout: 5m, endpoints: {big: GET /big -> bytes}}".write(
      toFile: folder + "/a.yaml", atomically: true, encoding: .utf8)
    let used = try await cost("dial call a.yaml big -O big.bin", in: folder)
    let size = try FileManager.default.attributesOfItem(atPath: folder + "/big.bin")[.size] as? Int
    #expect(size == count * piece.count && used.megabytes < 200, "\(used)")
    await server.stop()
    try? FileManager.default.removeItem(atPath: folder)
  }
}
