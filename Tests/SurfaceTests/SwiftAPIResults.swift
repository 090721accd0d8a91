import Dial
import Testing

// What a call may be read as, and what it throws.

func results(_ users: Client) async throws(CallError) {
  let json = try await users.getUser(id: 7)
  _ = json.name
  let name = try await users.getUser(id: 7).name
  let user: User = try await users.getUser(id: 7)
  let maybe: User? = try await users.getUser(id: 7)
  let all: [User] = try await users.listUsers()
  let byName: [String: User] = try await users.listUsers()
  let number: Int = try await users.count(filter: ["a": 1, "b": "x"])
  let (a, b): (Int, String) = try await users.create(email: "a@b.c")
  let (c, d, e): (Int, String, User) = try await users.create(email: "a@b.c")
  let (f, g): (Int, String) = try await users.create(filter: ["a": 1, "b": "x"])
  let cast = try await users.getUser(id: 7) as User
  try await users.drop(id: 7)
  try await users.admin.drop(id: 7, filter: ["a": 1, "b": "x"])
  async let one = users.getUser(id: 1)
  async let two: User = users.getUser(id: 2)
  _ = (name as JSON, user, maybe, all, byName, number, a, b, c, d, e, f, g, cast)
  do { _ = try await (one, two) } catch { throw (error as? CallError) ?? CallError(.cancelled, "neither came") }
}

/// The error is known without a cast.
func typedCatch(_ users: Client) async -> CallError.Code? {
  do {
    try await users.getUser(id: 7)
    let _: User = try await users.getUser(id: 7)
    for try await page in users.pages("listIssues") { _ = page }
    return nil
  } catch {
    return error.code
  }
}

/// Groups, and names that members of Client hide.
func names(_ users: Client) async throws(CallError) {
  try await users.admin.users.ban(id: 7)
  try await users["admin"].ban(id: 7)
  try await users["admin"]["ban"](id: 7)
  try await users["admin.ban"](id: 7)
  try await users.`default`(id: 7)
  let endpoint = users.getUser
  try await endpoint(id: 7)
}

@MainActor func fromMainActor(_ users: Client) async throws {
  let json = try await users.getUser(id: 7)
  let user: User = try await users.getUser(id: 7)
  for try await item in users.stream("chat", ["model": "m"]) { _ = item }
  users.call("getUser", ["id": 7]) { result in _ = result }
  _ = (json, user)
}

/// A class that only one actor may touch can be a result: nothing is sent across.
final class Model: Decodable { var id = 0 }

@MainActor func unsendableResult(_ users: Client) async throws -> Model { try await users.getUser(id: 7) }

@Test func `every kind of result compiles`() {
  let lines: [Any] = [results, typedCatch, names, fromMainActor, unsendableResult]
  #expect(lines.count == 5)
}

@Test func `tuples are read by position`() throws {
  let row: JSON = [7, "Ann", 3]
  let (id, name) = try row.tuple(Int.self, String.self)
  let triple = try row.tuple(Int.self, String.self, Int.self)
  let rows: JSON = [[1, "a"], [2, "b"]]
  let pairs = try rows.tuples(Int.self, String.self)
  #expect(id == 7 && name == "Ann" && triple == (7, "Ann", 3))
  #expect(pairs.map(\.0) == [1, 2] && pairs.map(\.1) == ["a", "b"])
  #expect(throws: JSONError.self) { try row.tuple(Int.self, Int.self) }
}
