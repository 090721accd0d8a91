/// The position of an element in its stream, for messages.
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
