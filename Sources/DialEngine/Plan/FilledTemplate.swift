import DialJSON
import DialModel

/// A body written in the spec, with the variables of a client filled in.
indirect enum FilledTemplate: Sendable {
  case literal(JSON)
  /// `{x}` alone: the argument with its JSON type.
  case argument(Int?)
  /// A value that is made once per call, with its JSON type.
  case generated(GeneratedWord)
  case text(FilledText)
  case array([FilledTemplate])
  case object([(name: FilledText, value: FilledTemplate)])
}
