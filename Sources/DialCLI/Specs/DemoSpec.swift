/// The spec of the demo; the same text as `specs/demo.yaml`.
enum DemoSpec {
  static let name = "demo"
  static let port = 8765

  static let text = #"""
    # The service of `dial demo`. It runs on this machine during `dial demo --serve`. Without it, every endpoint can be called
    # with its mock: dial call demo getUser id=7 --mock
    service: demo
    doc: A small service that ships with Dial.
    base: http://127.0.0.1:8765
    headers: {Accept: application/json}

    types:
      User: {id: Int, name: String, email: String, tags?: [String]}
      Post: {id: Int, user: Int, title: String}
      APIError: {code: String, message: String}

    endpoints:
      listUsers:
        doc: Users, page by page.
        GET: /users (page Int = 1, size Int = 3, q?) @ users -> [User]
        mock: {json: {users: [{id: 7, name: Ann, email: ann@example.com, tags: [admin]}], total: 1}}

      getUser:
        doc: One user.
        GET: /users/{id} (id Int) -> User ! APIError
        mock: {json: {id: 7, name: Ann, email: ann@example.com, tags: [admin]}}

      createUser:
        doc: Adds a user.
        POST: /users (name String, email String, tags [String]?) -> User ! APIError
        mock: {status: 201, json: {id: 12, name: Eve, email: eve@example.com, tags: [new]}}

      login:
        doc: Returns a token for a name and a password.
        POST: form /login
        params: {user: String, password: {type: String, secret: true}}
        select: token
        returns: String
        mock: {json: {token: demo-token}}

      whoami:
        doc: The user that the token belongs to.
        GET: /me -> User ! APIError
        auth: bearer ${DEMO_TOKEN}
        mock: {json: {id: 7, name: Ann, email: ann@example.com}}

      posts:
        doc: Posts of one user or of all users.
        GET: /posts (user Int?) @ posts -> [Post]
        mock: {json: {posts: [{id: 1, user: 7, title: Hello}, {id: 2, user: 7, title: "Again, hello"}]}}

      search:
        doc: Posts that contain a word; fields selects their members.
        GET: /search (q String, fields [String]?) @ found
        style: {arrays: csv}
        mock: {json: {found: [{id: 1, title: Hello}]}}

      echo:
        doc: The request, as JSON.
        POST: /echo
        mock: {json: {method: POST, target: /echo, body: "{}"}}

      status:
        doc: A response with any status.
        GET: /status/{code} (code Int)
        mock: {json: {status: 200}}

      upload:
        doc: Stores a file under a name.
        PUT: bytes /files/{name} (_ content File) -> (name String, size Int)
        mock: {status: 201, json: {name: a.bin, size: 3}}

      getFile:
        doc: A stored file.
        GET: /files/{name} -> bytes ! APIError
        mock: {text: abc}

      chat:
        doc: A response that arrives word by word.
        POST: /chat (message String) -> events String
        events: {each: "choices[0].delta.content", until: "[DONE]"}
        mock: {events: [{choices: [{delta: {content: Hello}}]}, {choices: [{delta: {content: " there"}}]}, "[DONE]"]}

    """#
}
