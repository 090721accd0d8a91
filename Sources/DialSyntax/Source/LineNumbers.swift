/// The numbers that the lines of a text have in the file it was cut out of, so that positions are those of the whole file.
///
/// ```swift
/// // Lines 1 to 6 of a file, and then its last one.
/// LineNumbers([.init(index: 0, number: 1), .init(index: 6, number: 4000)])
/// ```
package struct LineNumbers: Sendable {
  /// Lines that are consecutive in the file too.
  package struct Run: Sendable, Equatable {
    /// The first of them in the text, from 0.
    package var index: Int
    /// Its number in the file, from 1.
    package var number: Int

    package init(index: Int, number: Int) {
      self.index = index
      self.number = number
    }
  }

  /// In order; empty if the text is the whole file.
  private let runs: [Run]

  /// The numbers of a whole file.
  package static let whole = LineNumbers([])

  /// - Parameter runs: in order, the first starts at the first line.
  package init(_ runs: [Run]) { self.runs = runs }

  /// True if the text is the whole file.
  var isWhole: Bool { runs.isEmpty }

  /// The number of a line of the text, from 0.
  func number(_ index: Int) -> Int {
    guard let run = run({ $0.index <= index }) else { return index + 1 }
    return run.number + (index - run.index)
  }

  /// The line of the text, from 0, that has a number. If there is none, a line before the first or after the last.
  func index(_ number: Int) -> Int {
    guard let run = run({ $0.number <= number }) else { return number - 1 }
    return run.index + (number - run.number)
  }

  private func run(_ isBefore: (Run) -> Bool) -> Run? {
    guard let first = runs.first else { return nil }
    let place = runs.partitioningIndex { !isBefore($0) }
    return place == 0 ? first : runs[place - 1]
  }
}
