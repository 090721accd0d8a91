import Foundation

// `make bench`: one table, every figure next to that of a peer, measured in turns in the same run.
//
//     make bench                          everything
//     make bench ONLY=json ROUNDS=5       the cases that have this in them, with fewer rounds
//     make bench ONLY='call: 64'
//
// `make growth` is another question, see Growth. For profilers: `dial-bench load 1000 20` reads a spec of 1,000 endpoints 20 times,
// `dial-bench load FILE 20` a file, `model` in place of `load` models all its endpoints, `list` lists those of a file; `dial-bench calls ours 64 100000` calls;
// `dial-bench bind 100000` binds; `dial-bench each ROWS BASE OUT` calls for each row with AsyncHTTPClient; `dial-bench streams ours 'each event' 10` reads streams.

let words = Array(CommandLine.arguments.dropFirst())
if words.first == "serve" {
  try BenchServer.run()
  exit(0)
}

/// Not on the main thread, whose executor would take part in every call.
let end = DispatchSemaphore(value: 0)
Task.detached {
  do {
    switch words.first {
    case "growth": try Growth.run()
    case "point": try await PointProcess.run(Array(words.dropFirst()))
    case "load" where words.count == 3: try SpecSuite.load(words[1], times: Int(words[2]) ?? 1)
    case "list" where words.count == 3: try SpecSuite.list(words[1], times: Int(words[2]) ?? 1)
    case "model" where words.count == 3: try SpecSuite.load(words[1], times: Int(words[2]) ?? 1) { SpecSuite.model($0) }
    case "bind" where words.count == 2: try BindSuite.alone(times: Int(words[1]) ?? 1)
    case "calls": try await CallSuite.alone(Array(words.dropFirst()))
    case "each" where words.count == 4: try await EachByHand.run(words[1], base: words[2], out: words[3])
    case "streams": try await StreamSuite.alone(Array(words.dropFirst()))
    default: try await Table.run()
    }
  } catch {
    print("error: \(error)")
    exit(1)
  }
  end.signal()
}
end.wait()
