/// Why libyaml stopped, in its own words.
struct LibYAMLError {
  var problem: String
  var mark: Mark
  var context: String?
  var contextMark: Mark?
  /// The number of open brackets at that point.
  var flowLevel = 0
}
