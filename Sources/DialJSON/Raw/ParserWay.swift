/// Which of its ways the parser goes, for benchmarks.
package enum ParserWay {
  /// The fastest way that this processor knows: 2 is AVX-512, 1 is AVX2, 0 is byte by byte.
  package static var current: Int { TokenPlaces.way }

  /// Goes this way from now on, or the fastest if this processor does not know it.
  package static func choose(_ way: Int) { TokenPlaces.choose(Int32(clamping: way)) }
}
