/// A key for values beside a message. The owner of the value declares it, as with `ServiceContext`.
package protocol MessageContextKey: Sendable {
  associatedtype Value: Sendable
}

/// Values that policies, transports and observers store with a request or a response. They are never sent.
///
/// ```swift
/// private enum RedirectedKey: MessageContextKey { typealias Value = Bool }
/// request.context[RedirectedKey.self] = true
/// ```
package struct MessageContext: Sendable {
  /// There are few entries: a linear search is faster than hashing.
  @usableFromInline
  var entries: [Entry] = []

  package init() {}

  /// The value for a key; setting nil removes it.
  @inlinable
  package subscript<Key: MessageContextKey>(key: Key.Type) -> Key.Value? {
    get {
      let id = ObjectIdentifier(key)
      for entry in entries where entry.id == id {
        // Entries are created only below, with the type of their key.
        return unsafeDowncast(entry.box, to: Box<Key.Value>.self).value
      }
      return nil
    }
    set {
      let id = ObjectIdentifier(key)
      let index = entries.firstIndex { $0.id == id }
      switch (index, newValue) {
      case (let index?, let value?): entries[index] = Entry(id: id, box: Box(value))
      case (nil, let value?): entries.append(Entry(id: id, box: Box(value)))
      case (let index?, nil): entries.remove(at: index)
      case (nil, nil): break
      }
    }
  }

  @usableFromInline
  package struct Entry: Sendable {
    @usableFromInline let id: ObjectIdentifier
    @usableFromInline let box: any AnyObject & Sendable

    @inlinable
    init(id: ObjectIdentifier, box: any AnyObject & Sendable) { (self.id, self.box) = (id, box) }
  }

  @usableFromInline
  final class Box<Value: Sendable>: Sendable {
    @usableFromInline let value: Value

    @inlinable
    init(_ value: Value) { self.value = value }
  }
}
