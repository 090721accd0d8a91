import Dial
import DialConsole
import DialTesting

/// The requests of examples as curl commands, as `--curl` prints them. Variables have values that stand for them, and secrets are masked.
struct ExampleRequests {
  private let spec: Spec
  private let client: Client
  private let context: Context
  /// The values of secret variables, by name.
  private let secrets: [String: String]

  init(_ spec: Spec, _ context: Context) {
    self.spec = spec
    let service = spec.service
    let pairs = Set(service.endpoints.flatMap(\.auth.pairs))
    var (values, secrets): ([String: String], [String: String]) = ([:], [:])
    for name in SpecVariables(service).names where service.vars[name] == nil {
      if service.isSecret(name) {
        secrets[name] = pairs.contains(name) ? "user:secret-of-\(name)" : "secret-of-\(name)"
      } else {
        values[name] = Self.sample(name, of: service)
      }
    }
    self.secrets = secrets
    let base = service.base == nil ? "https://api.example.com" : nil
    client = Client.mocked(spec, variables: Variables(values.merging(secrets) { $1 }), base: base)
    for name in service.traits.middlewares { client.use(name) { request, next in try await next(request) } }
    // A file is read from standard input, as in the example of the command.
    var own = context
    own.stdinFile = { File("/dev/stdin") }
    self.context = own
  }

  /// A value that stands for a variable: its name, where that can be sent.
  private static func sample(_ name: String, of service: ServiceModel) -> String {
    if case .variable(name)? = service.base?.pieces.first { return "https://api.example.com" }
    return name.uppercased().hasSuffix("PORT") ? "8080" : name
  }

  /// Returns the command, and what it lacks; nil for requests that curl cannot send, or that the sample arguments do not fit.
  func command(for description: EndpointDescription) -> (command: String, note: String?)? {
    let endpoint = description.endpoint
    if endpoint.isSocket { return nil }
    let line = ExampleLine(spec: "", endpoint: endpoint, types: spec.service.types)
    return GeneratedSource.$current.withValue(.samples) {
      guard
        let arguments = try? ArgumentLine(spec: spec, endpoint: endpoint.name, stdin: StandardInput(context: context)).arguments(
          line.words, args: nil),
        let draft = try? client.prepare(endpoint.name, arguments)
      else { return nil }
      return (line.input + masked(draft, samples: line.words), draft.laterCredentials)
    }
  }

  /// Returns the command without secrets: those that the spec declares, and literals with the name of one.
  private func masked(_ draft: Draft, samples: [String]) -> String {
    let known = draft.request.secrets.values
    var undeclared = Secrets()
    for text in UndeclaredSecrets.all(of: draft.request).subtracting(known) where !samples.contains(where: { $0.contains(text) }) {
      undeclared.add(text)
    }
    let command = undeclared.redact(draft.curl())
    // The mark can name the variable if it is the only secret.
    guard undeclared.isEmpty, let name = secrets.first(where: { _, value in known.contains(value) })?.key,
      known.allSatisfy({ $0.hasSuffix("secret-of-\(name)") })
    else { return command }
    return command.replacing(Secrets.mask, with: "‹\(name)›")
  }
}
