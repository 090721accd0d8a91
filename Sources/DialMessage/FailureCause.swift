/// What of the caller's choices a failure of the transport is about, where it is about one: whoever knows where that was chosen says so.
package enum FailureCause: Sendable, Hashable {
  /// The proxy on the way to the server, and not the server.
  case proxy
  /// The text that names a proxy is malformed.
  case proxyAddress
  /// A file that cannot be used: of trusted certificates, of the client's certificate, of its key.
  case trustFile, certificateFile, keyFile
  /// The certificate of the server is not trusted.
  case trust
  /// The server wants a certificate of the client, or another one.
  case clientCertificate
}
