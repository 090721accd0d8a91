import DialJSON

/// A body written in the spec, with the variables of a client filled in.
indirect enum FilledTemplate: Sendable {
  case literal(JSON)
  /// `{x}` alone: the argument with its JSON type.
  case argument(Int?)
  case text(FilledText)
  case array([FilledTemplate])
  case object([(name: FilledText, value: FilledTemplate)])
}
