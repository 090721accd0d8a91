import Crypto
import Dial

/// Writes a page: one HTML file that requests nothing. Its policy allows only its own style and script, by their digests.
package struct PageWriter {
  private let page: ServicePage

  package init(_ page: ServicePage) { self.page = page }

  package var html: [UInt8] {
    let style = String(decoding: PackageResources.page_css, as: UTF8.self)
    let script = String(decoding: PackageResources.page_js, as: UTF8.self)
    let types = TypeMarkup(page.types)
    // First, because it finds the types that the contents list.
    var endpoints = Markup()
    writeEndpoints(EndpointMarkup(types: types), to: &endpoints)
    var declarations = Markup()
    let declared = Self.writeTypes(types, of: page.types, to: &declarations)
    var markup = Markup()
    markup.own("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
    markup.own(ServicePage.mark(page.generator) + "\n")
    markup.void("meta", ("http-equiv", "Content-Security-Policy"), ("content", Self.policy(style, script)))
    markup.own(
      "\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"referrer\" content=\"no-referrer\">\n")
    markup.own("<meta name=\"color-scheme\" content=\"light dark\">\n")
    markup.element("title", text: page.title)
    markup.own("\n<style>\(style)</style>\n</head>\n<body>\n")
    markup.own("<a class=\"skip\" href=\"#page:main\">Skip to the content</a>\n")
    writeContents(types: declared, to: &markup)
    markup.own("<main id=\"page:main\" tabindex=\"-1\">\n")
    writeIntroduction(to: &markup)
    markup.own(endpoints.html)
    markup.own(declarations.html)
    markup.own("</main>\n<script>\(script)</script>\n</body>\n</html>\n")
    return Array(markup.html.utf8)
  }

  private static func policy(_ style: String, _ script: String) -> String {
    func digest(_ text: String) -> String { "'sha256-\(Base64.encode(Array(SHA256.hash(data: Array(text.utf8)))))'" }
    return "default-src 'none'; style-src \(digest(style)); script-src \(digest(script)); base-uri 'none'; form-action 'none'"
  }

  private func writeContents(types: [String], to markup: inout Markup) {
    markup.element("header", ("id", "page:top")) { markup in
      markup.element("p", ("class", "ti")) { $0.element("a", ("href", "#page:main"), text: page.title) }
      markup.element("div", ("class", "se")) { markup in
        markup.void(
          "input", ("id", "page:search"), ("type", "search"), ("placeholder", "Search"), ("aria-label", "Search endpoints and types"),
          ("aria-keyshortcuts", "/"), ("autocomplete", "off"), ("spellcheck", "false"))
        markup.element("kbd", ("aria-hidden", "true"), text: "/")
      }
      markup.element(
        "button", ("type", "button"), ("id", "page:menu"), ("aria-expanded", "false"), ("aria-controls", "page:nav"), text: "Contents")
      markup.element("p", ("id", "page:status"), ("role", "status"), text: "")
      markup.element("nav", ("id", "page:nav"), ("aria-label", "Contents")) { markup in
        for group in page.groups { Self.write(group, to: &markup) }
        if !types.isEmpty { Self.write("Types", types.map { (PageAnchor.type($0), nil, $0) }, to: &markup) }
      }
    }
    markup.line()
  }

  private static func write(_ group: ServicePage.Group, to markup: inout Markup) {
    let items = group.entries.map { entry -> (String, String?, String) in
      switch entry {
      case .endpoint(let endpoint): (PageAnchor.endpoint(endpoint.name), endpoint.method, endpoint.name)
      case .faulty(let name, _): (PageAnchor.endpoint(name), nil, name)
      }
    }
    write(group.title ?? "Endpoints", items, to: &markup)
  }

  private static func write(_ title: String, _ items: [(anchor: String, method: String?, name: String)], to markup: inout Markup) {
    markup.element("section") { markup in
      markup.element("p", ("class", "g"), text: title)
      markup.element("ul") { markup in
        for item in items {
          markup.element("li") { markup in
            markup.element("a", ("href", "#" + item.anchor)) { markup in
              markup.element("span", ("class", "na"), text: item.name)
              if let method = item.method { EndpointMarkup.write(method: method, to: &markup) }
            }
          }
        }
      }
    }
    markup.line()
  }

  private func writeIntroduction(to markup: inout Markup) {
    markup.element("section", ("class", "in")) { markup in
      markup.element("h1", text: page.title)
      if let doc = page.doc { markup.element("div", ("class", "doc"), ("dir", "auto")) { DocBlock.write(doc, to: &$0) } }
      if !page.facts.isEmpty {
        markup.element("ul", ("class", "fa")) { markup in
          for fact in page.facts {
            markup.element("li") { markup in
              markup.element("strong", text: fact.name)
              for value in fact.values {
                markup.text(" ")
                markup.element("code", text: value)
              }
            }
          }
        }
      }
    }
    markup.line()
  }

  private func writeEndpoints(_ endpoints: EndpointMarkup, to markup: inout Markup) {
    for group in page.groups {
      markup.element("h2", text: group.title ?? "Endpoints")
      markup.line()
      for entry in group.entries {
        switch entry {
        case .endpoint(let endpoint): endpoints.write(endpoint, to: &markup)
        case .faulty(let name, let reason): endpoints.writeFaulty(name, reason, to: &markup)
        }
      }
    }
  }

  /// Writes the types that the endpoints name, and those that these name, and returns their names in the order of the page.
  private static func writeTypes(_ markup: TypeMarkup, of types: TypeTable, to page: inout Markup) -> [String] {
    var sections: [String: String] = [:]
    var next = 0
    while next < markup.names.count {
      let name = markup.names[next]
      next += 1
      guard let shape = types[name] else { continue }
      var section = Markup()
      section.element("article", ("id", PageAnchor.type(name))) { section in
        section.element("div", ("class", "t")) { section in
          EndpointMarkup.writeTitle(name, at: PageAnchor.type(name), to: &section)
          markup.writeDeclaration(shape, to: &section)
        }
      }
      sections[name] = section.html
    }
    let names = sections.keys.sorted { ($0.lowercased(), $0) < ($1.lowercased(), $1) }
    if !names.isEmpty { page.own("<h2>Types</h2>\n") }
    for name in names { page.own((sections[name] ?? "") + "\n") }
    return names
  }
}
