import DialMessage
import HTTPTypes
import NIOCore
import Testing

@testable import DialHTTP

/// Proxies, chosen by the rules of curl.
struct ProxyTests {
  private static let both = ["http_proxy": "http://p:1", "https_proxy": "http://q:2"]

  private static let unreadable = "the address of the proxy is invalid: "

  static let table: [([String: String], String, String)] = [
    ([:], "http://h/", "direct"),
    (both, "http://h/", "asks p:1"),
    (both, "https://h/", "tunnel q:2"),
    (["HTTP_PROXY": "http://p:1"], "http://h/", "direct"),
    (["HTTPS_PROXY": "http://p:1"], "https://h/", "tunnel p:1"),
    (["all_proxy": "p"], "http://h/", "asks p:1080"),
    (["ALL_PROXY": "p:3128"], "https://h/", "tunnel p:3128"),
    (["all_proxy": "socks5://p"], "http://h/", "tunnel p:1080"),
    (["all_proxy": "socks5h://p:9"], "https://h/", "tunnel p:9"),
    (["http_proxy": ""], "http://h/", "direct"),
    (["http_proxy": "https://p"], "http://h/", "asks p:443"),
    (["http_proxy": "http://[::1]:8"], "http://h/", "asks [::1]:8"),
    (["http_proxy": "p:1"], "http://127.0.0.1/", "asks p:1"),
    (["http_proxy": "p:1", "no_proxy": "*"], "http://h/", "direct"),
    (["http_proxy": "p:1", "no_proxy": "a.test, .b.test"], "http://a.test/", "direct"),
    (["http_proxy": "p:1", "no_proxy": "a.test, .b.test"], "http://x.B.test/", "direct"),
    (["http_proxy": "p:1", "no_proxy": "a.test, .b.test"], "http://b.test/", "direct"),
    (["http_proxy": "p:1", "NO_PROXY": "a.test"], "http://xa.test/", "asks p:1"),
    (["http_proxy": "p:1", "no_proxy": "a.test:80"], "http://a.test/", "direct"),
    (["http_proxy": "p:1", "no_proxy": "a.test:81"], "http://a.test/", "asks p:1"),
    (["http_proxy": "p:1", "no_proxy": "::1"], "http://[::1]/", "direct"),
    (["http_proxy": "p:1", "no_proxy": "10.0.0.0/8,127.0.0.0/8"], "http://127.9.0.1/", "direct"),
    (["http_proxy": "p:1", "no_proxy": "127.0.0.1/32"], "http://127.0.0.1/", "direct"),
    (["http_proxy": "p:1", "no_proxy": "127.0.0.1/32"], "http://127.0.0.2/", "asks p:1"),
    (["http_proxy": "p:1", "no_proxy": "192.168.4.0/22"], "http://192.168.7.255/", "direct"),
    (["http_proxy": "p:1", "no_proxy": "192.168.4.0/22"], "http://192.168.8.0/", "asks p:1"),
    (["http_proxy": "p:1", "no_proxy": "0.0.0.0/0"], "http://h/", "asks p:1"),
    (["http_proxy": "p:1", "no_proxy": "10.0.0.0/33,10.0.0.0/-1,10.0.0.0/,a/8"], "http://10.0.0.0/", "asks p:1"),
    (["http_proxy": "p:1", "no_proxy": "fd00::/8"], "http://[fd12::1]/", "direct"),
    (["http_proxy": "p:1", "no_proxy": "fd00::/8"], "http://[fe80::1]/", "asks p:1"),
    (["http_proxy": "p:1", "no_proxy": "[::1]:80"], "http://[::1]/", "direct"),
    (["http_proxy": "p:1", "no_proxy": "[::1]:9"], "http://[::1]/", "asks p:1"),
    (["http_proxy": "p:1", "no_proxy": "[::1]:9"], "http://[::1]:9/", "direct"),
    (["http_proxy": "p:1", "no_proxy": "[::1]"], "http://[::1]:9/", "direct"),
    (["http_proxy": "p:1", "no_proxy": "::1"], "http://[::1]:9/", "direct"),
    (["http_proxy": "p:1", "no_proxy": "[0:0:0:0:0:0:0:1]:9"], "http://[::1]:9/", "direct"),
    (["http_proxy": "p:1", "no_proxy": "fd00::1:9"], "http://[fd00::1]:9/", "asks p:1"),
    (["http_proxy": "p:1", "no_proxy": "127.0.0.1:9"], "http://127.0.0.1:9/", "direct"),
    (["http_proxy": "p:1", "no_proxy": "127.0.0.1:9"], "http://127.0.0.1/", "asks p:1"),
    (["http_proxy": "p:1", "no_proxy": ".a.test:9"], "http://b.a.test:9/", "direct"),
    (["http_proxy": "p:1", "no_proxy": ".a.test:9"], "http://b.a.test/", "asks p:1"),
    (["all_proxy": "socks4://p"], "http://h/", "unsupported proxy scheme 'socks4'; use http or socks5"),
    (["all_proxy": "socks5://u:p@p"], "http://h/", "tunnel p:1080"),
    (
      ["all_proxy": "socks5://:p@p"], "http://h/",
      "the user and password of a SOCKS proxy can have at most 255 bytes each, and the user cannot be empty"
    ),
    (["http_proxy": "p:1", "no_proxy": "localhost."], "http://localhost/", "direct"),
    (["http_proxy": "p:1", "no_proxy": "a.test"], "http://x.a.test./", "direct"),
    (["http_proxy": "p:1", "no_proxy": "fe80::1"], "http://[fe80::1%25eth0]/", "direct"),
    (
      ["all_proxy": "https://p"], "https://h/",
      "the proxy p:443 uses https, which is supported only for http requests; use an http proxy, "
        + "which cannot decrypt https requests"
    ),
    (["all_proxy": "http://p:x"], "http://h/", unreadable + "'x' is not a valid port; use a number from 1 to 65535"),
    (["all_proxy": "p:0"], "http://h/", unreadable + "'0' is not a valid port; use a number from 1 to 65535"),
    (["all_proxy": "ht!tp:/x"], "http://h/", unreadable + "'ht!tp' is not a valid host; use letters, digits, '-', '_' and '.'"),
    (
      ["all_proxy": "http://[::1"], "http://h/", unreadable + "'[::1' is not a valid host; write an IPv6 address in brackets, such as [::1]"
    ),
    (
      ["all_proxy": "http://[::1:80"], "http://h/",
      unreadable + "'[::1:80' is not a valid host; write an IPv6 address in brackets, such as [::1]"
    ),
    (["all_proxy": "http:/p"], "http://h/", unreadable + "write http://HOST:PORT"),
    (["all_proxy": "http://"], "http://h/", unreadable + "it has no host"),
    (["all_proxy": "ht!tp://p"], "http://h/", "unsupported proxy scheme 'ht!tp'; use http or socks5"),
    // The password contains an unencoded slash; the text after it is never shown.
    (["all_proxy": "http://u:s/cret@p:1"], "http://h/", unreadable + "write http://USER:PASSWORD@HOST:PORT, percent-encoded"),
  ]

  @Test(arguments: table) func route(_ variables: [String: String], _ url: String, _ wanted: String) throws {
    let table = ProxyTable { variables[$0] }
    let route: String
    do {
      switch try table.route(to: RequestURL(url)) {
      case .direct: route = "direct"
      case .absoluteForm(let proxy): route = "asks \(proxy.address)"
      case .tunnelled(let proxy): route = "tunnel \(proxy.address)"
      }
    } catch let error as TransportError {
      route = error.message
    }
    #expect(route == wanted)
  }

  @Test func plainRequestsAskForTheWholeURL() async throws {
    try await RawServer.run([.text("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")]) { proxy in
      let request = Calls.request(.get, "http://no-such-host.invalid:81/a%2Fb?q", headers: [.proxyAuthorization: "stray"])
      let outcome = await Calls.outcome(request, proxies: .variables(["http_proxy": "http://us%20er:p%40ss@127.0.0.1:\(proxy.port)"]))
      #expect(outcome == "200 ok")
      #expect(
        proxy.log.requests == [
          "GET http://no-such-host.invalid:81/a%2Fb?q HTTP/1.1\r\nHost: no-such-host.invalid:81\r\nUser-Agent: dial/0.2\r\n"
            + "Accept-Encoding: gzip, deflate\r\nProxy-Authorization: Basic dXMgZXI6cEBzcw==\r\n\r\n"
        ])
    }
  }

  /// The header of a caller is used if the URL of the proxy has no user. No server sees it.
  @Test func aHeaderForTheProxyReachesTheProxyOnly() async throws {
    let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
    for isProxy in [true, false] {
      try await RawServer.run([.text(answer)]) { server in
        let url = isProxy ? "http://no-such-host.invalid/" : "\(server.base)/"
        let request = Calls.request(.get, url, headers: [.proxyAuthorization: "Bearer own"])
        let proxies = isProxy ? ["http_proxy": server.base] : [:]
        #expect(await Calls.outcome(request, proxies: .variables(proxies)) == "200 ok")
        #expect(server.log.requests.allSatisfy { $0.contains("Proxy-Authorization: Bearer own\r\n") == isProxy })
        #expect(server.log.requests.count == 1)
      }
    }
  }

  @Test func secureRequestsTunnel() async throws {
    let table: [(String, String)] = [
      (
        "HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n",
        "credentials: the proxy PROXY rejected the user and password (407)"
      ),
      (
        "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n",
        "protocol: the proxy PROXY refused to connect to ADDRESS:443 (status 502)"
      ),
      (
        "HTTP/1.1 403 \u{1B}[1m\r\nContent-Length: 4\r\n\r\nnope",
        "protocol: the proxy PROXY refused to connect to ADDRESS:443 (status 403)"
      ),
      ("HTTP/1.1 999 No\r\n\r\n", "protocol: the proxy PROXY did not open a usable tunnel to ADDRESS:443"),
      ("noise\r\n\r\n", "protocol: the proxy PROXY did not open a usable tunnel to ADDRESS:443"),
      ("HTTP/1.1 101 No\r\n\r\n", "protocol: the proxy PROXY refused to connect to ADDRESS:443 (status 101)"),
      (
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nA: b\r\n\r\nHTTP/1.1 404 No\r\n\r\n",
        "protocol: the proxy PROXY refused to connect to ADDRESS:443 (status 404)"
      ),
      (
        "HTTP/1.1 407 No\r\nproxy-authenticate: Digest realm=\"a\", nonce=\"b\"\r\nProxy-Authenticate: NTLM\r\n\r\n",
        "credentials: the proxy PROXY requires Digest authentication, but only Basic is supported (407)"
      ),
      // The proxy's own, as no server was asked.
      (
        "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"a\"\r\n\r\n",
        "credentials: the proxy PROXY rejected the user and password (401)"
      ),
      ("HTTP/1.1 200 OK\r\n\r\n", "protocol: the proxy PROXY did not open a usable tunnel to ADDRESS:443"),
    ]
    for (answer, wanted) in table {
      try await RawServer.run([.text(answer), .wait(.milliseconds(50)), .text("noise that is not TLS"), .close]) { proxy in
        let request = Calls.request(.get, "https://h.invalid/a?q", headers: [.authorization: "Bearer t"])
        let outcome = await Calls.outcome(request, proxies: .variables(["https_proxy": "u:p@127.0.0.1:\(proxy.port)"]))
        #expect(outcome.replacing("127.0.0.1:\(proxy.port)", with: "PROXY") == wanted)
        #expect(
          proxy.log.requests.first
            == "CONNECT h.invalid:443 HTTP/1.1\r\nHost: h.invalid:443\r\nUser-Agent: dial/0.2\r\n"
            + "Proxy-Authorization: Basic dTpw\r\n\r\n")
      }
    }
  }

  @Test func aProxyThatWantsCredentials() async throws {
    let answer = "HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm=p\r\nContent-Length: 3\r\n\r\nno\n"
    let table = [("", "requires a user and password"), ("u:p@", "rejected the user and password")]
    for (credentials, verb) in table {
      for scheme in ["http", "https"] {
        try await RawServer.run([.text(answer)]) { proxy in
          let proxies = HTTPTransport.Proxies.variables(["all_proxy": "\(credentials)127.0.0.1:\(proxy.port)"])
          let outcome = await Calls.outcome(Calls.request(.get, "\(scheme)://h.invalid/"), proxies: proxies)
          #expect(outcome == "credentials: the proxy 127.0.0.1:\(proxy.port) \(verb) (407)")
        }
      }
    }
    // A user alone has an empty password (RFC 7617 section 2).
    try await RawServer.run([.text(answer)]) { proxy in
      _ = await Calls.outcome(Calls.request(.get, "http://h.invalid/"), proxies: .variables(["all_proxy": "u@127.0.0.1:\(proxy.port)"]))
      #expect(proxy.log.requests.first?.contains("Proxy-Authorization: Basic dTo=\r\n") == true)
    }
    // Without a proxy, it is an ordinary response.
    try await RawServer.run([.text(answer)]) { server in
      #expect(await Calls.outcome(Calls.request(.get, server.base + "/")) == "407 no\n")
    }
  }

  @Test func aProxyThatRefuses() async throws {
    let server = try await RawServer([[.close]])
    await server.stop()
    let proxies = HTTPTransport.Proxies.variables(["all_proxy": "127.0.0.1:\(server.port)"])
    for url in ["http://h.invalid/", "https://h.invalid/"] {
      let outcome = await Calls.outcome(Calls.request(.get, url), proxies: proxies)
      #expect(outcome == "connect: the proxy 127.0.0.1:\(server.port) refused the connection")
    }
  }

  /// The messages of a SOCKS proxy, and what the client says in return.
  private static let socks: [(login: String, answers: [[UInt8]], said: [[UInt8]]?, fault: String?)] = [
    ("", [[5, 0]], [[5, 1, 0], [5, 1, 0, 3, 1, 0x68, 0, 80]], nil),
    ("u:p%20w@", [[5, 2], [1, 0]], [[5, 2, 0, 2], [1, 1, 0x75, 3, 0x70, 0x20, 0x77], [5, 1, 0, 3, 1, 0x68, 0, 80]], nil),
    ("u:p@", [[5, 0]], [[5, 2, 0, 2], [5, 1, 0, 3, 1, 0x68, 0, 80]], nil),
    ("u@", [[5, 2], [1, 0]], [[5, 2, 0, 2], [1, 1, 0x75, 0], [5, 1, 0, 3, 1, 0x68, 0, 80]], nil),
    ("u:p@", [[5, 2], [1, 1]], nil, "credentials(nil, status: 407)"),
    ("", [[5, 255]], nil, "credentials(nil, status: 407)"),
    ("", [[5, 2]], nil, "other"),
    ("", [[5, 0], [5, 5, 0, 1, 0, 0, 0, 0, 0, 0]], nil, "socks(5)"),
    ("", [[5, 0], [5, 2]], nil, "socks(2)"),
  ]

  @Test(arguments: socks.indices) func socksMessages(_ index: Int) throws {
    let (login, answers, said, fault) = Self.socks[index]
    let server = try RequestURL("http://h/").server
    var greeting = SOCKSGreeting(server, try ProxyServer("socks5://\(login)p"))
    var messages = [greeting.opening]
    do {
      for answer in answers {
        var buffer = ByteBuffer(bytes: answer)
        if case .say(let bytes) = try greeting.step(&buffer) { messages.append(bytes) }
      }
      #expect(messages == said && fault == nil)
    } catch {
      #expect("\(error)".replacing("Optional", with: "").hasSuffix(fault ?? "none"), "\(error)")
    }
  }

  /// A proxy that does not name itself in the response sent its own.
  @Test(arguments: ["", "Via: 1.1 p\r\n"]) func anErrorOfTheProxy(_ via: String) async throws {
    try await RawServer.run([.text("HTTP/1.1 502 Bad Gateway\r\n\(via)Content-Length: 0\r\n\r\n")]) { proxy in
      let request = Calls.request(.get, "http://h.invalid/")
      let (response, _) = try await Calls.fetch(request, proxies: .variables(["http_proxy": proxy.base]))
      #expect(response.sender == (via.isEmpty ? "the proxy 127.0.0.1:\(proxy.port)" : "the server"))
    }
  }
}
