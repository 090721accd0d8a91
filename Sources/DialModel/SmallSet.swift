/// A set of names, optimized for few: these are compared without hashing.
package struct SmallSet {
  private var few: [String] = []
  private var many: Set<String> = []

  package init(few: [String] = [], many: Set<String> = []) {
    self.few = few
    self.many = many
  }

  /// Returns false if the set already contains the name.
  package mutating func insert(_ name: String) -> Bool {
    if few.count < 8 {
      guard !few.contains(name) else { return false }
      few.append(name)
      return true
    }
    return !few.contains(name) && many.insert(name).inserted
  }
}
