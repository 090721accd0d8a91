package import DialMessage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Checks that the system has the resources for an event loop, because NIO crashes without them. Some file descriptors stay free, because
/// Dispatch crashes when it cannot open a file in /proc.
package enum SystemResources {
  /// The file descriptors of an event loop and a connection, and some to spare.
  static let forConnection = 8
  /// The file descriptors of a server and of its client in the same process.
  static let forServer = 14

  /// Returns why an event loop cannot be started; nil if it can.
  static func fault(_ consequence: String, descriptors: Int) -> TransportError? {
    let opened = (0..<descriptors).map { _ in dup(STDERR_FILENO) }
    let isFull = opened.contains(-1) && (errno == EMFILE || errno == ENFILE)
    for descriptor in opened where descriptor >= 0 { close(descriptor) }
    return isFull ? TransportError(.connect, "\(consequence): too many open files", mayPass: false) : threadFault()
  }

  /// Returns why a thread cannot be started; nil if it can. Without threads, a task waits forever.
  package static func threadFault() -> TransportError? {
    let code = startThread()
    if code == 0 { return nil }
    return TransportError(.io, "cannot start a thread: \(String(cString: strerror(code)).lowercased())", mayPass: false)
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
