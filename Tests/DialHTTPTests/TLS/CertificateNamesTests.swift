import Testing

@testable import DialHTTP

/// Which hosts a certificate is for (RFC 9525 section 6).
struct CertificateNamesTests {
  @Test(arguments: [
    ("example.com", "example.com"), ("EXAMPLE.com", "example.COM"), ("example.com", "example.com."), ("example.com.", "example.com"),
    ("*.example.com", "a.example.com"), ("*.example.com", "A.example.com."), ("*.example.com", "xn--bcher-kva.example.com"),
    ("*.xn--bcher-kva.example", "www.xn--bcher-kva.example"), ("*.example.com", "my_host.example.com"), ("my_host.test", "my_host.test"),
    ("localhost", "localhost"),
  ])
  func isFor(_ name: String, _ host: String) { #expect(Self.names(name).match(host)) }

  /// The wildcard is one whole label in front of at least two others, and neither an address nor the name itself.
  @Test(arguments: [
    ("example.com", "example.org"), ("example.com", "a.example.com"), ("a.example.com", "example.com"), ("*.example.com", "example.com"),
    ("*.example.com", "a.b.example.com"), ("*.example.com", ".example.com"), ("*.com", "example.com"), ("*", "intranet"),
    ("*.", "intranet"),
    ("a*.example.com", "abc.example.com"), ("*c.example.com", "abc.example.com"), ("a*c.example.com", "abc.example.com"),
    ("*.*.example.com", "a.b.example.com"), ("a.*.com", "a.b.com"), ("*.0.0.1", "127.0.0.1"), ("127.0.0.1", "127.0.0.1"), ("::1", "::1"),
    ("*.example.com", "*.example.com"), ("", ""), (".", "."), ("example.com", ""), ("example.com\u{0}.evil.test", "example.com"),
    ("*..com", "a..com"), ("xn--*.example.com", "xn--a.example.com"),
  ])
  func isNotFor(_ name: String, _ host: String) { #expect(!Self.names(name).match(host)) }

  @Test func addresses() {
    var names = CertificateNames()
    names.add(address: [127, 0, 0, 1])
    names.add(address: [UInt8](repeating: 0, count: 15) + [1])
    #expect(names.match("127.0.0.1") && names.match("::1") && names.match("0:0:0:0:0:0:0:1") && names.match("::1%eth0"))
    #expect(!names.match("127.0.0.2") && !names.match("::2") && !names.match("localhost") && !names.match("::ffff:127.0.0.1"))
    #expect(names.all == ["127.0.0.1", "an IPv6 address"])
  }

  private static func names(_ name: String) -> CertificateNames {
    var names = CertificateNames()
    names.add(name: Array(name.utf8))
    return names
  }
}
