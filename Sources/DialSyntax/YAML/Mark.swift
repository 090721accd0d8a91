/// A place as libyaml counts it: all three from 0, in characters.
struct Mark: Hashable {
  var index: Int
  var line: Int
  var column: Int
}
