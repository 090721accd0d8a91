import NIOCore
import Testing

@testable import DialHTTP

@Suite struct PieceQueueTests {
  private static func piece(_ number: Int) -> ByteBuffer { ByteBuffer(integer: number) }

  /// A reader that is slower than the network never empties the queue.
  @Test func whatIsTakenHoldsNoMemory() {
    var queue = PieceQueue()
    var maximum = 0
    queue.append(Self.piece(0))
    for number in 1...10_000 {
      queue.append(Self.piece(number))
      let first = queue.popFirst()
      #expect(first == Self.piece(number - 1))
      maximum = max(maximum, queue.held)
    }
    #expect(maximum < 100)
  }

  @Test func piecesStayInOrder() {
    var queue = PieceQueue()
    for number in 0..<100 { queue.append(Self.piece(number)) }
    let first = (0..<70).map { _ in queue.popFirst() }
    #expect(first == (0..<70).map(Self.piece))
    queue.append(Self.piece(100))
    let rest = queue.takeAll().map { [$0.first] + $0.more }
    #expect(rest == (70...100).map(Self.piece))
    let none = (queue.popFirst(), queue.takeAll() == nil)
    #expect(none == (nil, true))
    queue.append(Self.piece(7))
    let last = (queue.popFirst(), queue.popFirst())
    #expect(last == (Self.piece(7), nil))
    #expect(queue.held == 0)
  }
}
