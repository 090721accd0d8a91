/// How the client is told of the end of an answer that came before the end of its request.
struct EarlyAnswer: Error {}

/// An answer to a request that the server has not read a byte of: what it sent too much behind the one before.
struct StrayAnswer: Error {}
