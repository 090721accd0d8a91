import Dial
import DialBuild
import DialEngine
import DialMessage
import DialModel
import DialPolicies
import DialStreams

/// A spec with every location, encoding, style and shape.
enum Samples {
  static let spec: Spec = {
    do {
      return try Spec.load(yaml: text, name: "samples.yaml", trust: .untrusted)
    } catch {
      fatalError("\(error)")
    }
  }()

  private static let text = #"""
    service: samples
    base: https://api.test/v1
    types:
      User: (id Int, name, mail? String, tags? [String], boss? User)
      Range: {from: Date, to: Date?}
      Order: '"asc" | "desc"'
    endpoints:
      get: GET /users/{id} -> User
      raw: GET /raw/{+path}{?q,list*,keys*}
      parts: GET /p{/a,b*}/x{.c}{;d,e*}
      optional: GET /o/{id?}/x?y={z?} (id, z) -> [User]
      query: 'GET /q (a, b as x[y], n Int = 1, sort Order = asc, on!, l? [Int], m? [String: String], r? Range, more*) -> [(id, name)]'
      csv: {GET: "/q (l [String], m? (a, b?))", style: {arrays: csv, objects: nest}}
      brackets: {GET: "/q (l [String])", style: {arrays: brackets}}
      open: GET /open/{x}
      openPost: POST /open/{x} -> JSON
      json: POST /j (id Int64, at Date, id2? UUID, price Decimal, data? Data, user? User, list? [[Double?]], any?) @ data[0].id -> Int?
      whole: PUT /w (_ user User, query.dry!)
      form: POST form /f (first as name, l? [String], m?) -> (a, b Int)
      multipart: POST multipart /m (name, data? Data, l? [String])
      text: POST text /t (_ words String) -> text
      bytes: PUT bytes /b/{key} (_ data Data) -> bytes
      headers: GET /h (header.a as X-A, header.list? [String] as X-L, header.meta* as X-Meta-, cookie.sid, cookie.ui?) -> headers
      template:
        POST: /t (from, amount Decimal, note?, list? [Int])
        headers: {X-From: "<{from}>"}
        query: {of: "{from}", n: "{note}"}
        body: {transfer: {source: "{from}", amount: "{amount}", text: "of {from}: {note}"}, list: "{list}", "{from}": 1}
      delete: DELETE /users/{id} (field.ids? [Int], hard? Bool) -> Void ! (code Int, message)
      uuid: 'GET /u/{u} (u UUID, w? URL, d? Double, i? Int, h? UInt64) -> [String: [Int]]'
      names: GET /n @ items[*].{id:id,n:name} -> [(id Int as id, n String?)]
    """#
}
