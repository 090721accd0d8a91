import DialJSON
import Foundation
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies
@testable import DialTyped

/// Splits a value into arguments: the members of an object, otherwise the whole body.
@Suite struct ArgumentEncoderTests {
  @Test func whatCannotBeEncodedIsAFault() {
    #expect(text(["a": Double.nan]) == "cannot encode the argument 'a': 'nan' is not a JSON number")
    #expect(text(Nested()) == "'Nested' encodes 'list' with a nested container; encode it as a single value")
    #expect(text(Refusing()) == "cannot encode 'Refusing' as arguments: no")
  }

  struct No: Error, CustomStringConvertible { var description: String { "no" } }
  struct Refusing: Encodable { func encode(to encoder: any Encoder) throws { throw No() } }
  struct Nested: Encodable {
    enum Key: CodingKey { case list }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      var list = container.nestedUnkeyedContainer(forKey: .list)
      try list.encode(1)
    }
  }

  struct Plain: Encodable { var b = 1, a: String?, list = [1, 2], more = ["x": true], data = Data([1]), file: File? = File("a.txt") }
  class Base: Encodable { var inherited = 1 }
  final class Derived: Base {
    enum Key: CodingKey { case own }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(2, forKey: .own)
      try super.encode(to: container.superEncoder())
    }
  }

  @Test func membersAreArguments() {
    #expect(text(Plain()) == #"b=1 list=[1,2] more={"x":true} data=<1> file=@a.txt"#)
    #expect(text(["b": 2, "a": 1]) == "a=1 b=2")
    #expect(text(["z": 1, "a": [true, nil]] as JSON) == "z=1 a=[true,null]")
    #expect(text(Derived()) == "own=2 inherited=1")
    #expect(text([String: Int]()) == "")
  }

  enum Word: String, Encodable { case yes }
  struct Boxed: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(["x": 1])
    }
  }

  @Test func anythingElseIsTheWholeBody() {
    #expect(text(7) == "_=7")
    #expect(text("x") == #"_="x""#)
    #expect(text([1, 2]) == "_=[1,2]")
    #expect(text([Int]()) == "_=[]")
    #expect(text(Word.yes) == #"_="yes""#)
    #expect(text([1] as JSON) == "_=[1]")
    #expect(text(Data([1, 2])) == "_=<2>")
    #expect(text(File("a.txt")) == "_=@a.txt")
    #expect(text(Boxed()) == "x=1")
  }

  private func text(_ value: some Encodable) -> String {
    let arguments = ArgumentEncoder.arguments(of: value)
    let items = arguments.items.map { item in
      switch item.value {
      case .json(let json): "\(item.name)=\(JSONWriter.text(json))"
      case .bytes(let bytes): "\(item.name)=<\(bytes.count)>"
      case .file(let file): "\(item.name)=@\(file.path)"
      case .list(let items): "\(item.name)=[\(items.count)]"
      }
    }
    return (arguments.faults.map(\.message) + items).joined(separator: " ")
  }
}
