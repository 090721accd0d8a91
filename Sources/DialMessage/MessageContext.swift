/// A key of what travels beside a message. Who keeps something there declares its key, as with `ServiceContext`.
package protocol MessageContextKey: Sendable {
  associatedtype Value: Sendable
}

/// What policies, transports and observers keep beside a request or a response, and what never goes over the wire.
///
/// ```swift
/// private enum RedirectedKey: MessageContextKey { typealias Value = Bool }
/// request.context[RedirectedKey.self] = true
/// ```
package struct MessageContext: Sendable {
  /// A handful: looking at each is quicker than hashing.
  @usableFromInline
  var entries: [Entry] = []

  package init() {}

  /// nil where nothing is kept under the key; setting nil forgets it.
  @inlinable
  package subscript<Key: MessageContextKey>(key: Key.Type) -> Key.Value? {
    get {
      let id = ObjectIdentifier(key)
      for entry in entries where entry.id == id {
        // An entry is made below alone, where its key has this type.
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
