import DialMessage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Checks that the system has the resources for an event loop, because NIO crashes without them.
enum SystemResources {
  /// The file descriptors of an event loop and a connection.
  private static let descriptors = 4

  /// Returns why an event loop cannot be started; nil if it can.
  static func fault() -> TransportError? {
    let opened = (0..<descriptors).map { _ in dup(STDERR_FILENO) }
    let isFull = opened.contains(-1) && (errno == EMFILE || errno == ENFILE)
    for descriptor in opened where descriptor >= 0 { close(descriptor) }
    if isFull { return TransportError(.connect, "no connection can be opened: too many files are open", mayPass: false) }
    let code = startThread()
    if code == 0 { return nil }
    return TransportError(.connect, "no thread can be started: \(String(cString: strerror(code)).lowercased())", mayPass: false)
  }

  /// Starts an empty thread and waits for it. Returns 0 or the error of the system.
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
