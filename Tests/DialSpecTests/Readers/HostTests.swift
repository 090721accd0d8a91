import Testing

@testable import DialBuild
@testable import DialMessage
@testable import DialModel
@testable import DialSpec

/// Hosts and bases, in the reader and the schema.
struct HostTests {
  private static let parts = ["1", "0", "01", "255", "256", "a", "a1", "-", "_", "", "9999", "0x7f"]

  private static func allows(_ base: String) throws -> Bool {
    try Regex(SchemaPattern.base).ignoresCase(false).wholeMatch(in: base) != nil
  }

  @Test(arguments: ["256.1.1.1", "1.2.3", "127.1", "1", "a.7", "a.7.", "1.2.3.4.5", "1.2.3.04", "1.2.3.4..5", "00.0.0.0", "1.2.3.1000"])
  func aNumberAtTheEndIsOfNoAddress(host: String) throws {
    #expect(!HostRule.isHost(host.utf8))
    #expect(HostRule.message(host) == "'\(host)' is not a valid host; an IPv4 address has four numbers from 0 to 255")
    #expect(try !Self.allows("http://\(host)/v1"))
  }

  @Test(arguments: ["1.2.3.4", "255.255.255.255", "0.0.0.0", "1.2.3.4.", "7.a", "1.2.3.4a", "a..b", "a_b", "[::1]", "[::ffff:1.2.3.4]"])
  func hosts(host: String) throws {
    #expect(HostRule.isHost(host.utf8))
    #expect(try Self.allows("http://\(host)/v1"))
  }

  @Test func theSchemaAgreesAboutAllThatIsMadeOfSuchParts() async throws {
    var hosts = Self.parts
    for _ in 0..<3 { hosts = hosts.flatMap { host in Self.parts.prefix(6).map { host + "." + $0 } } + Self.parts }
    for host in hosts where !host.isEmpty {
      await Task.yield()
      let base = "http://\(host)/v1"
      #expect(try Self.allows(base) == (BaseURL.fault(base) == nil), "\(base)")
    }
  }

  @Test(arguments: [
    ("http://a/%zz", "%zz"), ("http://a/b%4", "%4"), ("http://a/%", "%"), ("http://a/%4g/b", "%4g"), ("http://a/%41%%41", "%%4"),
  ])
  func invalidEscapes(base: String, escape: String) throws {
    #expect(BaseURL.fault(base) == "'base' contains '\(escape)', which is not a valid percent-encoding; write '%' as %25")
    #expect(try !Self.allows(base))
  }

  @Test(arguments: ["0", "00", "65536", "66000", "99999", "100000", "a", "-1"]) func invalidPorts(port: String) throws {
    #expect(BaseURL.fault("http://a:\(port)/b") == "'\(port)' is not a valid port; use a number from 1 to 65535")
    #expect(try !Self.allows("http://a:\(port)/b"))
  }

  @Test(arguments: ["http://a/%41", "http://a/%e2%82%ac/b", "ws://a:/x", "http://a:065535", "http://a:9999", "HTTPS://A/b@c;d=e,f"])
  func bases(base: String) throws {
    #expect(BaseURL.fault(base) == nil)
    #expect(try Self.allows(base))
  }
}
