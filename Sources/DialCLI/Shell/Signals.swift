import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// SIGINT and SIGTERM cancel the work and end the process with 130 and 143; a closed pipe is told by the write that meets it.
enum Signals {
  private static let status = Atomic<Int32>(0)
  private static let isServing = Atomic<Bool>(false)

  /// The exit code of the signal that ended the work, if one did.
  static var caughtStatus: Int32? {
    let status = status.load(ordering: .relaxed)
    return status == 0 ? nil : status
  }

  /// From now on a signal is how the work is meant to end: a server that is told to stop has done what it should.
  static func serve() { isServing.store(true, ordering: .relaxed) }

  /// To be called before the first thread is made: every thread inherits what is blocked.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    var set = caught
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Waits for a signal for as long as the process lives. The second one does not wait for the work to end.
  static func wait(cancel: () -> Void) -> Never {
    var isLast = false
    while true {
      var set = caught
      var got: Int32 = 0
      guard sigwait(&set, &got) == 0 else { continue }
      let isServing = isServing.load(ordering: .relaxed)
      let status = isServing ? ExitStatus.done : got == SIGTERM ? ExitStatus.terminated : ExitStatus.interrupted
      if isLast { Exit.now(status) }
      isLast = true
      // A terminal shows ^C where it is pressed; what comes next begins on a line of its own.
      if got == SIGINT, isatty(STDERR_FILENO) == 1 { try? Descriptor.write([0x0A], to: STDERR_FILENO) }
      Signals.status.store(status, ordering: .relaxed)
      cancel()
      Task.detached {
        // The work has this long to end by itself and to clean up; a server may have more to end.
        try? await Task.sleep(for: isServing ? .seconds(5) : .milliseconds(200))
        Exit.now(status)
      }
    }
  }

  private static var caught: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGINT)
    sigaddset(&set, SIGTERM)
    return set
  }
}

/// The end of the process.
enum Exit {
  /// Ends the process at once. Everything was written unbuffered, so nothing is lost; half-written files are removed, and a terminal that
  /// did not show what is typed shows it again.
  static func now(_ status: Int32) -> Never {
    PartialFiles.removeAll()
    Terminal.restore()
    _exit(status)
  }
}
