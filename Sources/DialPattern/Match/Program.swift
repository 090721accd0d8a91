/// A compiled pattern.
struct Program: Sendable {
  /// The maximum number of instructions of a program with its lookarounds.
  static let maxCount = 200_000

  enum Instruction: Sendable {
    /// Takes a character of a set.
    case character(Int)
    case assertion(PatternNode.Assertion)
    /// Continues if a lookaround holds at this position.
    case look(Int, isNegated: Bool)
    case jump(Int)
    case split(Int, Int)
    case accept
  }

  /// A lookaround. It holds at the positions that its instructions reach; those of a lookahead are reversed and run from the end of the
  /// text.
  struct Look: Sendable {
    let isAhead: Bool
    let code: [Instruction]
  }

  private(set) var code: [Instruction] = []
  /// The lookarounds, each after those inside of it.
  private(set) var looks: [Look] = []
  let sets: [ScalarSet]
  /// The number of instructions, those of the lookarounds included.
  private(set) var count = 0

  init(_ node: PatternNode, _ sets: [ScalarSet]) throws(PatternError) {
    self.sets = sets
    var code: [Instruction] = []
    try emit(node, isReversed: false, to: &code)
    code.append(.accept)
    self.code = code
  }

  private mutating func add(_ instruction: Instruction, to code: inout [Instruction]) throws(PatternError) {
    try grow()
    code.append(instruction)
  }

  private mutating func grow() throws(PatternError) {
    count += 1
    if count > Self.maxCount { throw PatternError("the pattern is too large", offset: 0) }
  }

  private mutating func emit(_ node: PatternNode, isReversed: Bool, to code: inout [Instruction]) throws(PatternError) {
    switch node {
    case .character(let set): try add(.character(set), to: &code)
    case .assertion(let assertion): try add(.assertion(assertion), to: &code)
    case .sequence(let parts):
      for part in isReversed ? parts.reversed() : parts { try emit(part, isReversed: isReversed, to: &code) }
    case .choice(let alternatives): try emit(alternatives, isReversed: isReversed, to: &code)
    case .loop(let body, let min, let max): try emit(body, min, max, isReversed: isReversed, to: &code)
    case .look(let inner, let isAhead, let isNegated):
      var look: [Instruction] = []
      try emit(inner, isReversed: isAhead, to: &look)
      try add(.accept, to: &look)
      looks.append(Look(isAhead: isAhead, code: look))
      try add(.look(looks.count - 1, isNegated: isNegated), to: &code)
    }
  }

  private mutating func emit(_ alternatives: [PatternNode], isReversed: Bool, to code: inout [Instruction]) throws(PatternError) {
    var jumps: [Int] = []
    for alternative in alternatives.dropLast() {
      let split = code.count
      try add(.jump(0), to: &code)
      try emit(alternative, isReversed: isReversed, to: &code)
      jumps.append(code.count)
      try add(.jump(0), to: &code)
      code[split] = .split(split + 1, code.count)
    }
    if let last = alternatives.last { try emit(last, isReversed: isReversed, to: &code) }
    for jump in jumps { code[jump] = .jump(code.count) }
  }

  private mutating func emit(
    _ body: PatternNode, _ min: Int, _ max: Int?, isReversed: Bool, to code: inout [Instruction]
  ) throws(PatternError) {
    for _ in 0..<min {
      // An empty body has no instructions, but is repeated as often.
      try grow()
      try emit(body, isReversed: isReversed, to: &code)
    }
    guard let max else {
      let split = code.count
      try add(.jump(0), to: &code)
      try emit(body, isReversed: isReversed, to: &code)
      try add(.jump(split), to: &code)
      code[split] = .split(split + 1, code.count)
      return
    }
    var splits: [Int] = []
    for _ in min..<Swift.max(min, max) {
      splits.append(code.count)
      try add(.jump(0), to: &code)
      try emit(body, isReversed: isReversed, to: &code)
    }
    for split in splits { code[split] = .split(split + 1, code.count) }
  }
}
