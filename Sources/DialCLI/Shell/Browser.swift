import DialSyntax

/// Opens a page in the browser of the user, where there is one.
enum Browser {
  /// False where nothing could be started: then the user opens the address by hand.
  static func open(_ address: String) -> Bool {
    #if os(macOS)
      return SubProcess(["open", address]).start()
    #else
      guard Console.environment("DISPLAY") != nil || Console.environment("WAYLAND_DISPLAY") != nil else { return false }
      return SubProcess(["xdg-open", address]).start()
    #endif
  }
}
