import Foundation

// `make bench`: one table, every figure next to that of a peer, measured in turns in the same run.
//
//     make bench                          everything
//     make bench ONLY=json ROUNDS=5       the cases that have this in them, with fewer rounds
//     make bench ONLY='call: 64'
//
// `dial-bench load 1000 20` reads a spec of 1,000 endpoints 20 times, `dial-bench load FILE 20` a file: for profilers.

if CommandLine.arguments.dropFirst().first == "serve" {
  try BenchServer.run()
  exit(0)
}

if CommandLine.arguments.count == 4, CommandLine.arguments[1] == "load" {
  try SpecSuite.load(CommandLine.arguments[2], times: Int(CommandLine.arguments[3]) ?? 1)
  exit(0)
}

/// Away from the main thread, as a server would run it: its executor would be a third party in every call.
let end = DispatchSemaphore(value: 0)
Task.detached {
  do {
    if CommandLine.arguments.dropFirst().first == "calls" {
      try await CallSuite.alone(Array(CommandLine.arguments.dropFirst(2)))
      exit(0)
    }
    Machine.describe()
    let table = Table()
    table.head()
    try StartSuite(table).run()
    try JSONSuite(table).run()
    try BindSuite(table).run()
    try await CallSuite(table).run()
    try await HookSuite(table).run()
    try await StreamSuite(table).run()
    try SpecSuite(table).run()
  } catch {
    print("error: \(error)")
    exit(1)
  }
  end.signal()
}
end.wait()
