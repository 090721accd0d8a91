import Testing

@testable import DialCLI
@testable import DialConsole

@Suite struct ListTests {
  private static let spec = """
    service: s
    doc: A service whose doc is so long that it has to be broken into lines on a terminal.
    base: https://a.test
    endpoints:
      getUser: {doc: One user of the many that there are., GET: "/users/{id}"}
      listRepositories: {doc: All of them., GET: "/users/{id}/organisations/{org}/repositories"}
      watch: {doc: What happens., CONNECT: /events}
      ping: GET /ping ()
    """

  private static func list(_ width: Int?, _ command: String = "list s") async -> String {
    await dial(command, specs: ["s": spec], terminal: width != nil, width: width ?? 20).out
  }

  @Test func aFileGetsWholeLines() async {
    #expect(
      await Self.list(nil) == """
        getUser           GET      /users/{id}                                   One user of the many that there are.
        listRepositories  GET      /users/{id}/organisations/{org}/repositories  All of them.
        watch             CONNECT  /events                                       (not supported yet) What happens.
        ping              GET      /ping

        """)
  }

  @Test func aLongTargetIsWholeAndItsDocBelow() async {
    #expect(
      await Self.list(70) == """
        getUser           GET      /users/{id}        One user of the many th…
        listRepositories  GET      /users/{id}/organisations/{org}/repositories
            All of them.
        watch             CONNECT  /events            (not supported yet) Wha…
        ping              GET      /ping

        """)
  }

  @Test func aNarrowTerminalStacksThem() async {
    #expect(
      await Self.list(40) == """
        getUser  GET /users/{id}
            One user of the many that there are.
        listRepositories  GET /users/{id}/organisations/{org}/repositories
            All of them.
        watch  CONNECT /events
            (not supported yet) What happens.
        ping  GET /ping

        """)
    #expect(await Self.list(30).contains("\n    One user of the many that…\n"))
  }

  @Test func theWholeSpec() async {
    #expect(
      await Self.list(50, "describe s").hasPrefix(
        """
        s
        A service whose doc is so long that it has to be
        broken into lines on a terminal.

        endpoints
          getUser  GET /users/{id}
              One user of the many that there are.

        """))
  }

  @Test func json() async {
    let ran = await dial("list s -o jsonl", specs: ["s": Self.spec])
    #expect(
      ran.out.split(separator: "\n")[2]
        == #"{"name":"watch","method":"CONNECT","target":"/events","doc":"What happens.","unsupported":"a tunnel (CONNECT)"}"#)
  }
}
