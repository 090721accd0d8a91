/// What is done about a reply that is not what the spec declares.
///
/// A contract tells more than a result needs: members that are declared nowhere, names that come twice in one object, the shape of a
/// refused body, the media type. All of it is gathered, ``ContractFault`` by ``ContractFault``, at most 100.
///
/// ```swift
/// let users = Client(spec, check: .warn)
/// let reply = try await users.getUser(id: 7)
/// for fault in reply.contract { print(fault.path, fault.message) }  // nick 'nick' is not declared
/// ```
public enum ResponseCheck: String, Sendable, CaseIterable {
  /// What is declared must fit, else the call fails with the code `decoding`; what is not declared is kept and nothing is said.
  case off
  /// ``Reply/contract`` and ``CallError/contract`` have the faults. A result that does not fit is given as it came.
  case warn
  /// A reply with a fault fails the call, with the code `contract`.
  case error
}
