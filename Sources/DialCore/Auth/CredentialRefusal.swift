/// Says of an answer that the credentials of its request were not taken, and what to do.
struct CredentialRefusal: Sendable {
  var hint: String
}
