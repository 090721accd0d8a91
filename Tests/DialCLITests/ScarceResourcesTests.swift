import Foundation
import Testing

/// Errors without free files or threads; there is no crash and no endless wait.
@Suite(.timeLimit(.minutes(2))) struct ScarceResourcesTests {
  @Test func fewFilesForAServer() async throws {
    let said = try await Program.run("ulimit -n 16; dial demo; echo \"exit $?\"")
    #expect(said == "error: cannot start a server: too many open files\nexit 1\n")
  }

  @Test func fewFilesForACall() async throws {
    let said = try await Program.run("ulimit -n 8; dial call demo getUser id=7 --base http://127.0.0.1:1; echo \"exit $?\"")
    #expect(said.contains("cannot open a connection: too many open files [connect]") && said.hasSuffix("exit 7\n"))
  }

  /// The system does not count the threads of root.
  @Test(.enabled(if: Program.exists("prlimit") && (geteuid() != 0 || Program.exists("setpriv")), "prlimit is not installed"))
  func noThread() async throws {
    let other = geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups" : ""
    let said = try await Program.run(
      """
      file=$(mktemp); cp "$(command -v dial)" $file; chmod 755 $file
      timeout -s KILL 60 \(other) prlimit --nproc=0 $file --version; echo "exit $?"; rm $file
      """)
    #expect(said == "error: cannot start a thread: resource temporarily unavailable\nexit 1\n")
  }
}
