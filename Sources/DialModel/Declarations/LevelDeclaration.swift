package import DialSyntax

/// A service or a group: what it contains, and the settings that this inherits.
package struct LevelDeclaration: Sendable {
  /// The name; empty for the service.
  package var name = ""
  /// The place of the name, or of the whole service.
  package var range: SourceRange
  /// The settings by key, as written: their values are read when all levels and overlays are known.
  package var settings: [Entry] = []
  package var types: [TypeDeclaration] = []
  package var endpoints: [Shared<EndpointDeclaration>] = []
  /// More endpoints, which are read when they are asked for; nil if the format reads all at once.
  package var late: LateEndpoints?
  package var groups: [LevelDeclaration] = []
  /// The places of the keys with the endpoints and the groups, if they are there.
  package var endpointsKey: SourceRange?
  package var groupsKey: SourceRange?
  /// Whether an overlay removes the group.
  package var isRemoved = false
  /// The typed keys that an overlay removes.
  package var removed: [Entry] = []

  package init(name: String = "", range: SourceRange) {
    self.name = name
    self.range = range
  }
}

/// A type with its name.
package struct TypeDeclaration: Sendable {
  package var name: String
  /// The place of the name.
  package var range: SourceRange
  package var shape: ShapeDeclaration
  package var isRemoved = false

  package init(name: String, range: SourceRange, shape: ShapeDeclaration) {
    self.name = name
    self.range = range
    self.shape = shape
  }
}

/// A type as written. In an overlay, a record can be a change of the record with the same place in the other document.
package struct ShapeDeclaration: Sendable {
  package var shape: Shape
  /// The names of types in it, which are known when all types are.
  package var uses: [TypeUse]
  /// What it changes in an overlay; nil if it takes the place of the other type.
  package var change: ShapeChange?

  package init(_ shape: Shape, uses: [TypeUse] = [], change: ShapeChange? = nil) {
    self.shape = shape
    self.uses = uses
    self.change = change
  }
}

/// The name of a type where it is used.
package struct TypeUse: Sendable {
  package var name: String
  package var range: SourceRange
  /// Whether it is a whole result, which can also be a mode such as `bytes`.
  package var isResult = false
  /// Whether it is one of several types, where a literal could be meant.
  package var isAlternative = false

  package init(name: String, range: SourceRange) {
    self.name = name
    self.range = range
  }
}

/// What a record in an overlay does to the members of the record below it: those with the same label are replaced, others are added.
package struct ShapeChange: Sendable {
  /// The members that are removed, by label, each with its key.
  package var removed: [(label: String, range: SourceRange)] = []
  /// The members that are records themselves, which change those below.
  package var members: [String: ShapeChange] = [:]

  package init() {}
}
