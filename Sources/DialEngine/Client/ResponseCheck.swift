/// What to do if a response differs from its declaration.
///
/// The check includes more than the result: undeclared members, repeated names in one object, the shape of a rejected body, and the media
/// type. Each difference is a ``ContractFault``, at most 100.
///
/// ```swift
/// let users = Client(spec, check: .warn)
/// let reply = try await users.getUser(id: 7)
/// for fault in reply.contract { print(fault.path, fault.message) }  // nick 'nick' is not declared
/// ```
public enum ResponseCheck: String, Sendable, CaseIterable {
  /// Declared parts must fit, otherwise the call fails with code `decoding`. Undeclared parts are kept and not reported.
  case off
  /// ``Reply/contract`` and ``CallError/contract`` contain the faults. A result that does not fit is returned as it is.
  case warn
  /// A fault makes the call fail with code `contract`.
  case error
}
