package import DialJSON

/// A value of a tree that a query selects from: a JSON value, or a node of a YAML file, which keeps its place.
package protocol JSONPathNode: Sendable {
  /// Calls a function for each child, in order.
  func forEachChild(_ body: (JSONPathLocation.Step, Self) throws(JSONPathError) -> Void) throws(JSONPathError)
  /// The number of children.
  var childCount: Int { get }
  /// The number of elements; nil for other values than arrays.
  var elementCount: Int? { get }
  /// The value, if it is neither an object nor an array.
  var primitive: JSON? { get }
  /// The member with a name; nil for other values than objects.
  func member(_ name: String) -> Self?
  /// The element at an index from 0; nil for other values than arrays.
  func element(_ index: Int) -> Self?
}
