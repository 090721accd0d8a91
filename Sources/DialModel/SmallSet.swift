/// A set of names, of which there are few as a rule: those are compared, and hashed only where there are many.
package struct SmallSet {
  private var few: [String] = []
  private var many: Set<String> = []

  package init(few: [String] = [], many: Set<String> = []) {
    self.few = few
    self.many = many
  }

  /// False where the name is in the set already.
  package mutating func insert(_ name: String) -> Bool {
    if few.count < 8 {
      guard !few.contains(name) else { return false }
      few.append(name)
      return true
    }
    return !few.contains(name) && many.insert(name).inserted
  }
}
