import Testing

/// Each kind of finding has a page, and what the page shows is what happens.
struct ErrorPageTests {
  @Test func aWrongPageIsNoticed() {
    let text = """
      # shape

      ```yaml
      base: https://api.example.com
      endpoints: {a: GET /a -> Usr}
      ```

      ```text
      spec.yaml:2:25: error: no such type
      ```

      ```yaml
      base: https://api.example.com
      endpoints: {a: get /a}
      ```
      """
    let page = ErrorPage(page: Page(path: "Errors/method.md", text: text))
    let printed = """
      spec.yaml:2:26: error: unknown type 'Usr': expected one of 'String', 'Int', 'Int64', 'UInt64', 'Double', … [unknown-type]
      endpoints: {a: GET /a -> Usr}
                               ^~~

      """
    #expect(page.printed == printed)
    #expect(
      page.problems(printed: printed) == [
        #"the first spec gives ["unknown-type"]"#,
        "what is printed is not what is shown:\n\(printed)",
        """
        the mended spec has findings:
        spec.yaml:2:16: error: methods are written in capitals: 'GET', not 'get' [method]
        endpoints: {a: get /a}
                       ^~~
        fix-it: write it in capitals: GET
        """,
        "the title is not the id",
      ])
    let empty = ErrorPage(page: Page(path: "Errors/method.md", text: "# method\n"))
    #expect(empty.problems(printed: "") == ["there is no spec that provokes it, or none that is mended"])
  }

  @Test func everyIDHasAPage() {
    #expect(Page.errors.map(\.name).sorted() == ErrorPage.ids.sorted())
  }

  @Test(arguments: ErrorPage.ids) func everyIDIsListed(_ id: String) throws {
    let overview = try #require(Page.guides.first { $0.name == "SpecErrors" })
    #expect(overview.text.contains("<doc:\(id)>"))
  }

  @Test(arguments: Page.errors) func showsWhatHappens(_ page: Page) throws {
    let printed = ErrorPage(page: page).printed
    try Recording.keep([printed], as: "text", of: page)
    #expect(ErrorPage(page: page).problems(printed: printed) == [])
  }
}
