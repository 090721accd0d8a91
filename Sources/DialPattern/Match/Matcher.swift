/// Follows all alternatives of a program through a text at once (Thompson, "Regular Expression Search Algorithm", 1968).
struct Matcher {
  private let text: [UInt32]
  /// How many more steps are allowed; negative after the last one.
  private(set) var steps: Int
  /// For each lookaround, whether it holds at a position.
  private var holds: [[Bool]] = []
  /// The instructions at the current position that take a character.
  private var current: [Int] = []
  private var following: [Int] = []
  /// The positions still to be added to `current`.
  private var pending: [Int] = []
  /// The number of the last round in which an instruction was reached.
  private var reached: [Int] = []
  private var round = 0

  init(_ text: String, steps: Int) {
    self.text = text.unicodeScalars.map(\.value)
    self.steps = steps
  }

  /// Whether the text, or the `whole` of it, matches; nil after too many steps.
  mutating func run(_ program: Program, whole: Bool) -> Bool? {
    for look in program.looks {
      var positions = [Bool](repeating: false, count: text.count + 1)
      follow(look.code, program.sets, isBackward: look.isAhead, startsEverywhere: true) { position in
        positions[position] = true
        return false
      }
      if steps < 0 { return nil }
      holds.append(positions)
    }
    var isMatch = false
    follow(program.code, program.sets, isBackward: false, startsEverywhere: !whole) { [end = text.count] position in
      isMatch = !whole || position == end
      return isMatch
    }
    return isMatch ? true : steps < 0 ? nil : false
  }

  /// Calls `accept` for each position at which the program ends, until it returns true.
  private mutating func follow(
    _ code: [Program.Instruction], _ sets: [ScalarSet], isBackward: Bool, startsEverywhere: Bool, accept: (Int) -> Bool
  ) {
    current.removeAll(keepingCapacity: true)
    reached = [Int](repeating: 0, count: code.count)
    round = 0
    var position = isBackward ? text.count : 0
    following.append(0)
    while steps >= 0 {
      round += 1
      current.removeAll(keepingCapacity: true)
      var isAccepted = false
      for start in following { if add(start, code, position) { isAccepted = true } }
      following.removeAll(keepingCapacity: true)
      if isAccepted, accept(position) { return }
      guard position != (isBackward ? 0 : text.count), startsEverywhere || !current.isEmpty else { return }
      let scalar = text[isBackward ? position - 1 : position]
      steps -= 1 + current.count
      for place in current {
        if case .character(let set) = code[place], sets[set].contains(scalar) { following.append(place + 1) }
      }
      if startsEverywhere { following.append(0) }
      position += isBackward ? -1 : 1
    }
    following.removeAll(keepingCapacity: true)
  }

  /// Adds an instruction, and those that follow it without taking a character. Returns whether the end of the program is one of them.
  private mutating func add(_ start: Int, _ code: [Program.Instruction], _ position: Int) -> Bool {
    var isAccepted = false
    pending.append(start)
    while let place = pending.popLast() {
      if reached[place] == round { continue }
      reached[place] = round
      steps -= 1
      switch code[place] {
      case .character: current.append(place)
      case .assertion(let assertion): if isTrue(assertion, position) { pending.append(place + 1) }
      case .look(let look, let isNegated): if holds[look][position] != isNegated { pending.append(place + 1) }
      case .jump(let target): pending.append(target)
      case .split(let first, let second):
        pending.append(second)
        pending.append(first)
      case .accept: isAccepted = true
      }
    }
    return isAccepted
  }

  private func isTrue(_ assertion: PatternNode.Assertion, _ position: Int) -> Bool {
    switch assertion {
    case .start: position == 0
    case .end: position == text.count
    case .wordBoundary: isWord(position - 1) != isWord(position)
    case .notWordBoundary: isWord(position - 1) == isWord(position)
    }
  }

  private func isWord(_ index: Int) -> Bool {
    text.indices.contains(index) && ScalarSet.Item.words.contains { $0.contains(text[index]) }
  }
}
