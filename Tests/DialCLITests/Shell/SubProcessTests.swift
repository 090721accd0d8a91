import Testing

@testable import DialCLI
@testable import DialConsole

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Standard input, read as bytes arrive.
struct FileDescriptorTests {
  @Test func piecesAreWhatWasWritten() async throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    for text in ["hello\n", "w"] {
      #expect(write(ends[1], text, text.utf8.count) == text.utf8.count)
      #expect(try await FileDescriptor.piece(ends[0]) == Array(text.utf8))
    }
    close(ends[1])
    #expect(try await FileDescriptor.piece(ends[0]) == [])
    close(ends[0])
  }
}

/// Programs that `cmd:` of a profile runs.
struct SubProcessTests {
  private func message(_ words: [String], patience: Duration = .seconds(60)) -> String {
    do throws(Failure) { return "gave \(try SubProcess(words, patience: patience).output())" } catch { return error.message }
  }

  /// A program that writes endlessly would wait for a reader, and Dial for its end.
  @Test(.timeLimit(.minutes(1))) func oneThatWritesTooMuchIsEnded() {
    #expect(message(["yes"]) == "'yes' wrote more than 65.5 kB and was killed")
    #expect(
      message(["sh", "-c", "trap '' PIPE; head -c 70000 /dev/zero 2>/dev/null; sleep 60"])
        == "'sh' wrote more than 65.5 kB and was killed")
  }

  @Test(.timeLimit(.minutes(1)), arguments: ["sleep 60", "exec >&-; sleep 60"]) func oneThatTakesTooLongIsEnded(line: String) {
    #expect(message(["sh", "-c", line], patience: .milliseconds(200)) == "'sh' timed out after 200ms and was killed")
  }

  @Test(arguments: [
    ("exit 3", "'sh' failed with exit code 3"), ("kill -KILL $$", "'sh' was killed by signal 9"), ("printf ab", "gave [97, 98]"),
    ("head -c 65536 /dev/zero >/dev/null; printf c", "gave [99]"),
  ])
  func theEndIsReported(line: String, message: String) {
    #expect(self.message(["sh", "-c", line]) == message)
  }

  /// Dial blocks signals and ignores closed pipes; programs that it starts do not.
  @Test(arguments: [("INT", SIGINT), ("TERM", SIGTERM), ("PIPE", SIGPIPE)]) func signalsReachIt(name: String, number: Int32) {
    var (blocked, before) = (sigset_t(), sigset_t())
    sigemptyset(&blocked)
    for number in [SIGINT, SIGTERM] { sigaddset(&blocked, number) }
    pthread_sigmask(SIG_BLOCK, &blocked, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    signal(SIGPIPE, SIG_IGN)
    #expect(message(["sh", "-c", "kill -\(name) $$; echo alive"]) == "'sh' was killed by signal \(number)")
  }
}
