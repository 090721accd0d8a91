import DialJSON

/// Arguments that are texts, whole numbers and Booleans alone, in the very array that the caller's literal has made: none is copied or
/// becomes JSON before somebody asks.
struct ScalarArguments: Sendable {
  enum Scalar {
    case text(String)
    case integer(Int)
    case flag(Bool)

    var json: JSON {
      switch self {
      case .text(let text): .string(text)
      case .integer(let number): JSON(number)
      case .flag(let flag): .bool(flag)
      }
    }
  }

  private let elements: [(String, Arguments.Value)]

  /// - Parameter elements: have to be scalars, all of them.
  init(_ elements: consuming [(String, Arguments.Value)]) { self.elements = elements }

  /// Whether these are scalars or nil, all of them. The array has just been made: nobody else has it.
  static func areScalars(_ elements: [(String, Arguments.Value)]) -> Bool {
    elements.withUnsafeBufferPointer { elements in
      // It is right: asking a value for its type changes nothing, and were it moved to be asked, nobody else would see the array.
      let elements = UnsafeMutableBufferPointer(mutating: elements)
      return elements.indices.allSatisfy { elements[$0].1?.isScalar ?? true }
    }
  }

  var count: Int { elements.count }

  func name(_ index: Int) -> String {
    precondition(elements.indices.contains(index))
    return elements.withUnsafeBufferPointer { elements in
      // It is right: a tuple begins with its first member. Taken out of the tuple, the value beside it would be copied, too.
      Arguments.name(UnsafeRawPointer(elements.baseAddress! + index).load(as: String.self))
    }
  }

  /// nil for an argument that is not given.
  func scalar(_ index: Int) -> Scalar? {
    precondition(elements.indices.contains(index))
    return elements.withUnsafeBufferPointer { elements in
      // It is right: a scalar lies in the array itself and nowhere else, so that reading it changes nothing for those who share it.
      UnsafeMutableBufferPointer(mutating: elements)[index].1?.scalar
    }
  }

  /// The same as everybody else knows them; nil is left out.
  var items: [Arguments.Item] {
    elements.indices.compactMap { index in
      scalar(index).map { Arguments.Item(name: name(index), value: .json($0.json)) }
    }
  }
}

/// Of a value inside of an existential, where it lies: both are `mutating` in name only, because Swift would copy it out for all others.
extension Encodable {
  @inline(never) fileprivate var isScalar: Bool {
    mutating get { Self.self == String.self || Self.self == Int.self || Self.self == Bool.self }
  }

  /// Of a value that is one.
  @inline(never) fileprivate var scalar: ScalarArguments.Scalar {
    mutating get {
      // It is right: each is read as the type that it has.
      if Self.self == String.self { return .text(withUnsafePointer(to: &self) { UnsafeRawPointer($0).load(as: String.self) }) }
      if Self.self == Int.self { return .integer(withUnsafePointer(to: &self) { UnsafeRawPointer($0).load(as: Int.self) }) }
      precondition(Self.self == Bool.self)
      return .flag(withUnsafePointer(to: &self) { UnsafeRawPointer($0).load(as: Bool.self) })
    }
  }
}
