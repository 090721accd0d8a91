import DialCore

/// What the command line says of kept answers.
enum CacheText {
  /// `from the cache: fresh, 12s old`
  static func text(_ use: CacheUse) -> String {
    use.kind == .confirmed ? "from the cache: confirmed by the server" : "from the cache: \(use.kind), \(DurationText.text(use.age)) old"
  }

  /// `fresh for 48s`, `stale for 2m`, `fresh until it is removed`
  static func state(age: Double, lifetime: Double) -> String {
    if lifetime >= 1e11 { return "fresh until it is removed" }
    let left = lifetime - age
    return left > 0 ? "fresh for \(about(left))" : "stale for \(about(-left))"
  }

  /// In the largest unit that it has one of.
  static func about(_ seconds: Double) -> String {
    for (unit, length) in [("d", 86_400.0), ("h", 3600), ("m", 60)] where seconds >= length { return "\(Int(seconds / length))\(unit)" }
    return "\(Int(seconds))s"
  }

  /// `$XDG_CACHE_HOME/dial`, else `~/.cache/dial`; nil where neither is known.
  static var standardFolder: String? {
    if let folder = Console.environment("XDG_CACHE_HOME"), folder.hasPrefix("/") { return folder + "/dial" }
    return Console.environment("HOME").flatMap { $0.isEmpty ? nil : $0 + "/.cache/dial" }
  }
}
