/// Where an element stands in its stream, in the words of messages.
enum ElementPlace: CustomStringConvertible {
  case event(Int)
  case line(Int)
  case record(Int)

  var description: String {
    switch self {
    case .event(let number): "event \(number)"
    case .line(let number): "line \(number)"
    case .record(let number): "record \(number)"
    }
  }
}
