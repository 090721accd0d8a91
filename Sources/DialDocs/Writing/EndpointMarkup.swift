import Dial

/// Writes endpoints and the parts of them.
struct EndpointMarkup {
  let types: TypeMarkup

  private static let methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]

  /// The method, in its color.
  static func write(method: String, to markup: inout Markup) {
    markup.element("span", ("class", methods.contains(method) ? "m \(method.lowercased())" : "m"), text: method)
  }

  func write(_ endpoint: EndpointPage, to markup: inout Markup) {
    markup.element("article", ("id", PageAnchor.endpoint(endpoint.name))) { markup in
      markup.element("div", ("class", "t")) { writeText(endpoint, to: &$0) }
      markup.element("div", ("class", "x")) { markup in for example in endpoint.examples { write(example, to: &markup) } }
    }
    markup.line()
  }

  func writeFaulty(_ name: String, _ reason: String, to markup: inout Markup) {
    markup.element("article", ("id", PageAnchor.endpoint(name))) { markup in
      markup.element("div", ("class", "t")) { markup in
        Self.writeTitle(name, at: PageAnchor.endpoint(name), to: &markup)
        markup.element("p", ("class", "wa"), text: "The spec has a mistake here: \(reason)")
      }
    }
    markup.line()
  }

  static func writeTitle(_ name: String, at anchor: String, to markup: inout Markup) {
    markup.element("h3") { $0.element("a", ("href", "#" + anchor), text: name) }
  }

  private func writeText(_ endpoint: EndpointPage, to markup: inout Markup) {
    Self.writeTitle(endpoint.name, at: PageAnchor.endpoint(endpoint.name), to: &markup)
    markup.element("p", ("class", "r")) { markup in
      Self.write(method: endpoint.method, to: &markup)
      markup.text(" ")
      markup.element("code", text: endpoint.target)
      for mark in endpoint.marks {
        markup.text(" ")
        markup.element("span", ("class", "b"), text: mark)
      }
    }
    if let doc = endpoint.doc { markup.element("div", ("class", "doc"), ("dir", "auto")) { DocBlock.write(doc, to: &$0) } }
    if !endpoint.arguments.isEmpty || endpoint.others != nil {
      markup.element("h4", text: "Arguments")
      if !endpoint.arguments.isEmpty {
        markup.element("ul", ("class", "as")) { markup in for argument in endpoint.arguments { write(argument, to: &markup) } }
      }
      if let others = endpoint.others { markup.element("p", ("class", "mu"), text: others) }
    }
    markup.element("h4", text: "Result")
    if let shape = endpoint.resultShape {
      let result = types.shortened(endpoint.result, shape)
      markup.element("p") { $0.element("code", ("class", "ty")) { types.write(result, linking: shape, to: &$0) } }
      types.writeParts(shape, to: &markup)
    } else {
      markup.element("p", text: endpoint.result)
    }
    write(endpoint.responses, to: &markup)
    if let failure = endpoint.failure {
      markup.element("h4", text: "Errors")
      markup.element("p") { types.write(failure, linking: endpoint.failureShape, to: &$0) }
    }
    for section in endpoint.sections where !section.lines.isEmpty {
      markup.element("h4", text: section.title)
      markup.element("ul", ("class", "li")) { markup in for line in section.lines { markup.element("li", text: line) } }
    }
  }

  private func write(_ argument: EndpointPage.Argument, to markup: inout Markup) {
    markup.element("li") { markup in
      markup.element("div", ("class", "h")) { markup in
        markup.element("code", ("class", "n"), text: argument.name)
        markup.text(" ")
        if let type = argument.type {
          markup.element("code", ("class", "ty"), text: type)
        } else {
          types.writeHead(argument.shape.wrapped, to: &markup)
        }
        markup.text(" ")
        markup.element("span", ("class", argument.isRequired ? "rq" : "mu"), text: argument.presence)
        markup.text(" ")
        markup.element("span", ("class", "mu"), text: argument.place)
      }
      if let doc = argument.doc { markup.element("div", ("class", "doc"), ("dir", "auto")) { DocBlock.write(doc, to: &$0) } }
      if !argument.values.isEmpty { types.writeValues(argument.values, to: &markup) }
      if argument.type == nil { types.writeParts(argument.shape, to: &markup) }
      if !argument.notes.isEmpty {
        markup.element("ul", ("class", "no")) { markup in for note in argument.notes { markup.element("li", text: note) } }
      }
    }
  }

  private func write(_ responses: [DeclaredResponse], to markup: inout Markup) {
    if responses.isEmpty { return }
    markup.element("h4", text: "Responses")
    markup.element("ul", ("class", "as")) { markup in
      for response in responses {
        markup.element("li") { markup in
          markup.element("div", ("class", "h")) { markup in
            markup.element("code", ("class", "n"), text: response.status)
            for content in response.contents {
              markup.text(" ")
              if let shape = content.shape, !shape.isUntyped { types.writeHead(shape, to: &markup) }
              markup.text(" ")
              markup.element("span", ("class", "mu"), text: content.mediaType)
            }
          }
          if let doc = response.doc { markup.element("div", ("class", "doc"), ("dir", "auto")) { DocBlock.write(doc, to: &$0) } }
          for shape in response.contents.compactMap(\.shape) { types.writeParts(shape, to: &markup) }
        }
      }
    }
  }

  /// A flag is never divided at the end of a line.
  private static func write(command: String, to markup: inout Markup) {
    var text = ""
    for (index, word) in command.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
      if index > 0 { text += " " }
      if word.utf8.count < 32, word.first == "-", word.utf8.allSatisfy(Name.isASCIIPart) {
        markup.text(text)
        markup.element("span", ("class", "o"), text: String(word))
        text = ""
      } else {
        text += word
      }
    }
    markup.text(text)
  }

  private func write(_ example: EndpointPage.Example, to markup: inout Markup) {
    markup.element("figure") { markup in
      markup.element("figcaption") { markup in
        markup.element("span", text: example.title)
        markup.element("button", ("type", "button"), ("class", "cp"), text: "Copy")
      }
      markup.element("pre") { $0.element("code") { Self.write(command: example.command, to: &$0) } }
      if let note = example.note { markup.element("p", text: note) }
    }
  }
}
