/// How fast DialJSON is next to Foundation, as ratios taken in one run.
///
///     swift run -c release json-benchmark              all cases
///     swift run -c release json-benchmark decode       the cases whose name has this in it
///     swift run -c release json-benchmark "" a.json    parses and prints these files too
import DialJSON
import Foundation

let arguments = CommandLine.arguments.dropFirst()
let table = Table(filter: arguments.first)
table.head()

/// Keeps a result from being optimised away.
@inline(never) func use<T>(_ value: T) {}

let small = Payloads.users(1_000)
let large = Payloads.users(1_000_000)
let huge = Payloads.users(10_000_000)
var texts = [
  ("users 1 kB", small), ("users 1 MB", large), ("users 10 MB", huge), ("timeline", Payloads.timeline(600_000)),
  ("catalog", Payloads.catalog(1_700_000)), ("points", Payloads.points(2_200_000)),
]
for file in arguments.dropFirst() {
  texts.append((URL(fileURLWithPath: file).lastPathComponent, [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))))
}

for (name, bytes) in texts {
  let data = Data(bytes)
  table.compare("parse \(name)", bytes.count, to: "JSONSerialization") {
    use(try! JSON(parsing: bytes))
  } _: {
    use(try! JSONSerialization.jsonObject(with: data))
  }
}

let hugeData = Data(huge)
for index in [500, 20_000] {
  table.compare("path [\(index)].name", huge.count, to: "JSONSerialization") {
    use(try! JSON(parsing: huge)[index].name.asString!)
  } _: {
    use(((try! JSONSerialization.jsonObject(with: hugeData) as! [Any])[index] as! [String: Any])["name"] as! String)
  }
}

for (name, bytes) in texts.prefix(3) {
  let data = Data(bytes)
  let json = try JSON(parsing: bytes)
  let (ours, theirs) = (try json.decode([User].self), try JSONDecoder().decode([User].self, from: data))
  precondition(ours == theirs)
  table.compare("decode \(name)", bytes.count, to: "JSONDecoder, parse and decode") {
    use(try! JSON(parsing: bytes).decode([User].self))
  } _: {
    use(try! JSONDecoder().decode([User].self, from: data))
  }
  table.compare("decode only \(name)", bytes.count, to: "JSONDecoder, ours has parsed") {
    use(try! json.decode([User].self))
  } _: {
    use(try! JSONDecoder().decode([User].self, from: data))
  }
}

for (name, bytes) in texts {
  let json = try JSON(parsing: bytes)
  let object = try JSONSerialization.jsonObject(with: Data(bytes))
  table.compare("print \(name)", bytes.count, to: "JSONSerialization") {
    use(JSONWriter.bytes(json))
  } _: {
    use(try! JSONSerialization.data(withJSONObject: object))
  }
}

for (name, bytes) in texts.prefix(2) {
  let users = try JSON(parsing: bytes).decode([User].self)
  table.compare("encode \(name)", bytes.count, to: "JSONEncoder") {
    use(JSONWriter.bytes(try! JSON(encoding: users)))
  } _: {
    use(try! JSONEncoder().encode(users))
  }
}
