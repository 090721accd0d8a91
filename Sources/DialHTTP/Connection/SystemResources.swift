import DialMessage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What an event loop needs of the system, looked at before NIO asks for it, which does not survive a refusal.
enum SystemResources {
  /// Descriptors of an event loop, and one for a connection.
  private static let descriptors = 4

  /// Why no event loop can be started; nil where one can.
  static func fault() -> TransportError? {
    let opened = (0..<descriptors).map { _ in dup(STDERR_FILENO) }
    let isFull = opened.contains(-1) && (errno == EMFILE || errno == ENFILE)
    for descriptor in opened where descriptor >= 0 { close(descriptor) }
    if isFull { return TransportError(.connect, "no connection can be opened: too many files are open", mayPass: false) }
    let code = startThread()
    if code == 0 { return nil }
    return TransportError(.connect, "no thread can be started: \(String(cString: strerror(code)).lowercased())", mayPass: false)
  }

  /// Starts a thread that does nothing, and waits for its end. 0, or what the system says.
  private static func startThread() -> CInt {
    #if canImport(Darwin)
      var thread: pthread_t?
      let code = pthread_create(&thread, nil, { _ in nil }, nil)
      if let thread { pthread_join(thread, nil) }
    #else
      var thread = pthread_t()
      let code = pthread_create(&thread, nil, { _ in nil }, nil)
      if code == 0 { pthread_join(thread, nil) }
    #endif
    return code
  }
}
