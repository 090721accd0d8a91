import DialJSON
import Testing

@testable import DialModel

/// Examples of RFC 6570; the public suite has the rest.
struct URITemplateTests {
  static let variables: [String: JSON] = [
    "var": "value", "hello": "Hello World!", "path": "/foo/bar", "empty": "", "x": 1024, "y": 768, "list": ["red", "green", "blue"],
    "keys": .object([("semi", ";"), ("dot", "."), ("comma", ",")]), "none": .null, "half": "50%", "nothing": [], "pct": "a%20b",
  ]

  @Test(arguments: [
    ("{", "the placeholder is not closed; add '}'", 0), ("a}", "unexpected '}' without '{'", 1),
    ("{}", "the placeholder is empty; write the name of the argument between '{' and '}'", 0),
    ("{!x}", "a placeholder cannot start with '!'", 1), ("{*x}", "a placeholder cannot start with '*'", 1),
    ("{x,}", "'' is not a valid argument name", 3),
    ("{x:0}", "the length after ':' must be a number from 1 to 9999", 1),
    ("{x:10000}", "the length after ':' must be a number from 1 to 9999", 1), ("{x*:1}", "'x*:1' is not a valid argument name", 1),
    ("{x?}", "'x?' is not a valid argument name", 1),
    ("{x=1}", "'x=1' is not a valid argument name", 1), ("{ x}", "a placeholder cannot start with ' '", 1),
    ("{a..b}", "'a..b' is not a valid argument name", 1),
    ("{é}", "'é' is not a valid argument name", 1), ("{list:3}", "a length such as ':3' cannot be applied to the array 'list'", 0),
  ])
  func refuses(template: String, message: String, offset: Int) {
    do throws(URITemplateError) {
      let text = try URITemplate(template).expand(Self.variables)
      Issue.record("accepted: \(text)")
    } catch {
      #expect(error == URITemplateError(message, at: offset))
    }
  }

  @Test(arguments: [
    ("plain é'", "plain%20%C3%A9'"), ("{var}", "value"), ("{hello}", "Hello%20World%21"), ("{half}", "50%25"), ("O{empty}X", "OX"),
    ("O{none}X", "OX"),
    ("{x,hello,y}", "1024,Hello%20World%21,768"), ("{+path,x}/here", "/foo/bar,1024/here"), ("{+half}{+pct}", "50%25a%20b"),
    ("{#x,hello,y}", "#1024,Hello%20World!,768"),
    ("{var:3}", "val"), ("{list}", "red,green,blue"), ("{list*}", "red,green,blue"), ("{keys}", "semi,%3B,dot,.,comma,%2C"),
    ("{keys*}", "semi=%3B,dot=.,comma=%2C"),
    ("X{.list*}", "X.red.green.blue"), ("{/var,empty}", "/value/"), ("{/list*,path:4}", "/red/green/blue/%2Ffoo"),
    ("{;x,y,empty}", ";x=1024;y=768;empty"),
    ("{;keys*}", ";semi=%3B;dot=.;comma=%2C"), ("{?x,y,empty}", "?x=1024&y=768&empty="), ("{?list}", "?list=red,green,blue"),
    ("{?list*}", "?list=red&list=green&list=blue"),
    ("?fixed=yes{&x}", "?fixed=yes&x=1024"), ("{?none}{&nothing}", ""), ("{a.b}{%61}", ""),
  ])
  func expands(template: String, gives: String) throws {
    let text = try URITemplate(template).expand(Self.variables)
    #expect(text == gives)
  }
}
