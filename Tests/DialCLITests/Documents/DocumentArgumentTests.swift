import TestSupport
import Testing

@testable import DialCLI
@testable import DialConsole

/// Arguments of documents as they are typed: what several parts of a schema say, names with brackets, parts with media types, and texts that
/// look like variables.
@Suite struct DocumentArgumentTests {
  private static let document = #"""
    openapi: 3.1.0
    info: {title: t, version: '1'}
    servers: [{url: "http://api.acme.io/{empty}/v1", variables: {empty: {default: ''}}}, {url: "https://api.acme.io/{empty}/v1", variables: {empty: {default: ''}}}]
    paths:
      /sum:
        post:
          operationId: sum
          requestBody: {required: true, content: {application/json: {schema: {required: [k, d], allOf: [
            {type: object, properties: {n: {type: integer, maximum: 9}, tags: {type: array, items: {type: string}}, k: {enum: [one]}, d: {default: 5}}},
            {type: object, properties: {n: {description: own}, tags: {description: own, items: {minLength: 1}}, i: {type: number}, e: {enum: [1, 2]}}},
            {type: object, properties: {i: {type: integer}, e: {enum: [2, 3]}}}]}}}}
          responses: {}
      /names:
        get:
          operationId: names
          parameters:
          - {name: 'fields[users]', in: query, schema: {type: string}}
          - {name: 'ids[]', in: query, schema: {type: array, items: {type: integer}}}
          - {name: a.b, in: query, schema: {type: integer}}
          - {name: old, in: query, type: array, items: {type: integer}}
          - {name: Accept, in: header, schema: {type: string}}
          - {name: X-Text, in: header, required: true, schema: {type: string, default: '{a}${HOME}'}}
          responses: {}
      /up:
        post:
          operationId: up
          requestBody: {content: {multipart/form-data: {schema: {type: object, properties: {x: {type: string}, y: {type: string}}},
            encoding: {x: {contentType: application/xml, headers: {X-P: {}}}, y: {contentType: "image/png, image/jpeg"}}}}}
          responses: {}
      /mixed:
        post: {operationId: mixed, requestBody: {content: {multipart/mixed: {schema: {type: object}}}}, responses: {}}
      /beside:
        $ref: '#/components/pathItems/item'
        parameters: [{name: must, in: query, required: true, schema: {type: string}}]
        post: {operationId: posted, responses: {}}
      /deep:
        get:
          operationId: deep
          parameters: [{name: dd, in: query, style: deepObject, explode: true, schema: {type: array, items: {type: object}}}]
          responses: {}
      /rest/{+path}:
        get: {operationId: rest, responses: {}}
    components: {pathItems: {item: {get: {operationId: got, responses: {}}}}}
    """#

  @Test(arguments: [
    ("sum n=5 tags=a", #""body":{"text":"{\"n\":5,\"tags\":[\"a\"],\"k\":\"one\",\"d\":5}"}"#),
    ("names fields[users]=x", "https://api.acme.io/v1/names?fields%5Busers%5D=x\""), ("names query.a.b=7", "/names?a.b=7\""),
    ("names ids[]=1 ids[]=2", "/names?ids%5B%5D=1&ids%5B%5D=2\""), ("names a.b=7", "/names?a.b=7\""),
    ("names old=1 old=2", "?old=1&old=2\""),
    ("names", #"["x-text","{a}${HOME}"]"#), ("up x=a", #""content_type":"application/xml","size":1,"text":"a""#),
    ("got must=1", "/beside?must=1\""), ("posted must=1", #""POST","url":"https://api.acme.io/v1/beside?must=1""#),
    ("deep dd:=[{\"k\":1}]", "/deep?dd%5B0%5D%5Bk%5D=1\""), ("up y=a", #"{"name":"y","filename":null,"content_type":null,"#),
  ])
  func sends(_ line: String, _ part: String) async {
    let ran = await dial("d \(line) --dry-run", specs: ["d": Self.document])
    #expect(ran.out.contains(part), "\(ran)")
  }

  @Test(arguments: [
    ("sum n=50 tags=a", "'n' must be at most 9, but is 50"), ("names a.b=x", "'a.b' must be an integer, but is 'x'"),
    ("sum n=5 tags=", "'tags[0]'"), ("sum i=1.5", "'i' must be an integer"), ("sum e=1", "'e' must be"), ("sum e=3", "'e' must be"),
  ])
  func refuses(_ line: String, _ message: String) async {
    let ran = await dial("d \(line) --dry-run", specs: ["d": Self.document])
    #expect(ran.exit == 2 && ran.err.contains(message), "\(ran)")
  }

  /// An array in a form of parts is one part or several, by its style or format (OpenAPI 3.1.1 section 4.8.15.1.2; Swagger 2.0: csv).
  @Test(arguments: [
    ("3.1.0", "{style: form, explode: false}", #""text":"a,b""#), ("3.1.0", "{style: pipeDelimited}", #""text":"a|b""#),
    ("3.1.0", "{style: form}", #""text":"a""#), ("3.0.3", "{style: form, explode: false}", #""text":"a""#),
    ("2.0", "csv", #""text":"a,b""#), ("2.0", "ssv", #""text":"a b""#), ("2.0", "multi", #""text":"a""#),
  ])
  func partsOfAnArray(version: String, rule: String, part: String) async {
    let array = "type: array, items: {type: string}"
    let operation =
      version == "2.0"
      ? "{consumes: [multipart/form-data], parameters: [{name: o, in: formData, \(array), collectionFormat: \(rule)}]}"
      : "{requestBody: {content: {multipart/form-data: {schema: {properties: {o: {\(array)}}}, encoding: {o: \(rule)}}}}}"
    let head = version == "2.0" ? "swagger: '2.0'\nhost: a.test" : "openapi: \(version)\nservers: [{url: https://a.test}]"
    let spec = "\(head)\ninfo: {title: t, version: '1'}\npaths:\n  /x: {post: \(operation)}\n"
    let ran = await dial("call d postX o=a o=b --dry-run", specs: ["d": spec])
    #expect(ran.out.contains(part), "\(ran)")
  }

  /// What is not written as the document says is told, not dropped.
  @Test func whatIsNotSentHasAWarning() async {
    let swagger = """
      swagger: "2.0"
      info: {title: t, version: '1'}
      host: a.test
      paths:
        /x/{p}:
          post:
            consumes: [multipart/form-data]
            parameters:
            - {name: p, in: path, required: true, type: array, items: {type: string}, collectionFormat: pipes}
            - {name: h, in: header, type: array, items: {type: string}, collectionFormat: ssv}
            - {name: f, in: formData, type: array, items: {type: string}, collectionFormat: csv}
            - {name: n, in: query, type: array, items: {type: array, items: {type: string}, collectionFormat: pipes}}
            responses: {}
      """
    let old = await dial("check s", specs: ["s": swagger])
    for part in [
      "'n': the format 'pipes' of the arrays in an array is not supported; they are joined with commas"
    ] {
      #expect(old.out.contains(part) || old.err.contains(part), "\(old)")
    }
    let new = await dial("check d", specs: ["d": Self.document])
    for part in [
      "the headers of the part 'x' are not sent", "the parts of 'multipart/mixed' are not written; pass the whole body",
      "'{+path}' is not OpenAPI syntax; the argument is called '+path'",
    ] {
      #expect(new.out.contains(part) || new.err.contains(part), "\(new)")
    }
  }

  private static let names = #"""
    openapi: 3.0.3
    info: {title: t, version: '1'}
    servers: [{url: "http://api.acme.io"}]
    paths:
      /p/{path}:
        get:
          operationId: p
          parameters: [{name: path, in: path, required: true, schema: {type: string}}, {name: path, in: query, schema: {type: string}}]
          responses: {}
      /a:
        post:
          operationId: a
          parameters: [{name: '@ids', in: query, schema: {type: array, items: {type: string}}}]
          requestBody: {content: {application/json: {schema: {type: object, properties: {'@type': {type: string}, m@odata.bind: {type: string}}}}}}
          responses: {}
      /m:
        post:
          operationId: m
          requestBody: {content: {application/json: {schema: {type: object, additionalProperties: {type: integer}}}}}
          responses: {}
    """#

  /// A declared name wins over the syntax of arguments.
  @Test(arguments: [
    (["a", "@type=x", "m@odata.bind=https://x", "@ids=1", "@ids=2"], #"'http://api.acme.io/a?%40ids=1&%40ids=2'"#),
    (["a", "@type=x", "m@odata.bind=https://x"], #"'{"@type":"x","m@odata.bind":"https://x"}'"#),
    (["a", "body.@type=x"], #"'{"@type":"x"}'"#), (["a", "@ids:=[\"y\"]"], "a?%40ids=y"),
    (["p", "path.path=a", "query.path=b"], "/p/a?path=b"),
    (["p", #"CORP\@joe"#], #"/p/CORP%5C%40joe"#),
    // The members of a map have a type.
    (["m", "_.a=1"], #"'{"a":1}'"#),
  ])
  func declaredNames(_ words: [String], _ sent: String) async {
    let ran = await dial("call t --curl", words, specs: ["t": Self.names])
    #expect(ran.out.contains(sent) && ran.err.isEmpty, "\(ran)")
  }
}
