/// A value of many parts that is handed on often and changed seldom: copies of it are one reference until one of them is changed.
package struct CopyOnWrite<Value: Sendable>: Sendable {
  private var box: Box

  package init(_ value: consuming Value) { box = Box(value) }

  package var value: Value {
    _read { yield box.value }
    _modify {
      if !isKnownUniquelyReferenced(&box) { box = Box(box.value) }
      yield &box.value
    }
  }

  /// It is right: the value is changed only where nobody else has the box.
  private final class Box: @unchecked Sendable {
    var value: Value

    init(_ value: consuming Value) { self.value = value }
  }
}
