/// Shares a large value that is often copied and rarely changed. A copy is one reference until it is changed.
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

  /// `@unchecked` is safe: `value` is written only while one reference to the box exists, so no other task can read it.
  private final class Box: @unchecked Sendable {
    var value: Value

    init(_ value: consuming Value) { self.value = value }
  }
}
