import Dial
import DialConsole

/// What help texts and mistakes say about calls without a spec.
extension URLSpec {
  private static let address = "https://api.example.com/users"

  static func about(_ method: String) -> CommandAbout {
    let hasBody = Methods.hasBody(method.uppercased()) == true
    let example = hasBody ? "\(address) name=Ann age:=7" : address
    return CommandAbout(
      "Call a URL with \(method.uppercased()), without a spec", usage: "dial \(method) URL [ARG…] [flags]",
      text: hasBody ? inBody : "Arguments are items of the query. A name in braces, as in /users/{id}, is an argument of the path.",
      sections: [
        "EXAMPLES": """
        dial \(method) \(example)
        dial \(method) \(example) -H 'X-Request-Id: 7' -v
        dial \(method) \(example) -u ann:$PASSWORD --retry 3 --timeout 10s
        \(more(method).joined(separator: "\n"))
        """
      ])
  }

  private static let inBody = """
    Arguments are members of a JSON body: name=text, age:=7 for JSON, text=@FILE for the content of a file. Without arguments for the body, \
    standard input is the body, if it is a file or a pipe: a JSON object or array, or what --content-type says. -H 'Content-Type: …' chooses \
    the media type, too. A name in braces, as in /users/{id}, is an argument of the path; --query adds items of the query.
    """

  private static func more(_ method: String) -> [String] {
    switch method {
    case "get":
      [
        "dial get \(address) page=2 -s '[*].name' -o raw", "dial get \(address) --all -o csv",
        "dial get \(address) --save users.yaml:list     keep it as a spec", "dial get https://example.com/image.png -O .",
      ]
    case "post", "put", "patch":
      [
        "dial \(method) \(address) < user.json", "dial \(method) \(address) _@photo.jpg        a file as the body",
        "dial \(method) \(address) photo@me.jpg       a multipart form with a file",
        "dial \(method) \(address) name=Ann --content-type form",
      ]
    default: ["dial \(method) \(address)/7 -o full -s status"]
    }
  }
}
