import DialEngine
import DialJSON
import DialMessage
import DialModel
import DialSpec

/// The arguments of one call, from `--args` and the words of the line.
struct ArgumentLine {
  let spec: Spec
  let endpoint: String
  let stdin: StandardInput

  /// Faults of single words travel with the arguments, so that the binder tells them together with its own.
  func arguments(_ words: [String], args: String?) throws(Failure) -> Arguments {
    let members = try args.map { path throws(Failure) in try ArgumentFile(stdin: stdin).members(of: path) } ?? []
    // An unknown endpoint is told when the call is prepared.
    guard let index = spec.service.endpoints.place(of: endpoint) else { return Arguments() }
    let model = spec.service.endpoints[index]
    var table = ArgumentTable(model, types: spec.service.types)
    for member in members {
      let shape = table.shape(ArgumentName(argument: member.name, steps: []))
      table.addBase(member.name, member.value(as: shape, spec.service.types))
    }
    let brackets = BracketWords(words, model)
    for name in brackets.names { table.refuse(brackets.fault(of: name), about: name) }
    for word in words where !PathWords.isValue(word) && !brackets.contains(word) {
      do throws(ArgumentPair.Fault) {
        if let header = HeaderWord(word), !model.parameters.contains(where: { word.hasPrefix($0.name + "=") }) {
          throw ArgumentPair.Fault(message: "'\(header.name):…' is a header; write \(header.flag)")
        }
        let pair = try ArgumentPair(word)
        let name = try ArgumentName(pair.name, of: model)
        do throws(ArgumentPair.Fault) {
          try add(pair.value, name, model, &table)
        } catch {
          table.refuse(error.message, about: name.argument)
        }
      } catch {
        table.refuse(error.message, about: error.name.flatMap { name in try? ArgumentName(name, of: model).argument })
      }
    }
    fill(words.filter(PathWords.isValue), model, &table)
    return table.arguments()
  }

  /// Gives words without names to the parameters of the path that have no value yet.
  private func fill(_ words: [String], _ model: EndpointModel, _ table: inout ArgumentTable) {
    if words.isEmpty { return }
    let path = PathWords(model)
    var open = path.parameters.filter { !table.holds($0) }[...]
    for word in words {
      guard let parameter = open.popFirst() else {
        var message = path.excess(word, model.name)
        if path.parameters.isEmpty { do throws(ArgumentPair.Fault) { _ = try ArgumentPair(word) } catch { message = error.message } }
        table.refuse(message)
        continue
      }
      let isUnique = model.parameters.count { $0.name == parameter.name } == 1
      let name = ArgumentName(argument: isUnique ? parameter.name : parameter.qualifiedName, steps: [])
      do throws(ArgumentPair.Fault) {
        table.add(try table.value(word, name), name)
      } catch {
        table.refuse(error.message, about: name.argument)
      }
    }
  }

  private func add(
    _ value: ArgumentPair.Value, _ name: ArgumentName, _ model: EndpointModel, _ table: inout ArgumentTable
  ) throws(ArgumentPair.Fault) {
    switch value {
    case .text(let text) where table.takesFile(name):
      let word = ShellWord.quoted("\(name.text)@\(text.isEmpty ? "PATH" : text)")
      throw ArgumentPair.Fault(message: "'\(name.text)' must be a file; write \(word)")
    case .text(let text) where takesJSON(name, model, table):
      table.add(try json(text, name, otherwise: "to send a string, write \(name.text):='\"…\"'"), name)
    case .text(let text): table.add(try table.value(text, name), name)
    case .json(let text): table.add(try json(text, name, otherwise: "to send a string, write \(name.text)=…"), name)
    case .jsonFile(let path): table.add(try json(try content(of: path, name), path, name), name)
    case .file("-", let range):
      guard range == nil else { throw ArgumentPair.Fault(message: "'\(name.text)': a byte range requires a file, not standard input") }
      table.add(try content(of: "-", name), name)
    case .file(let path, nil) where LocalFile(path).exists && !LocalFile(path).isRegular:
      // A pipe has no size to announce and no second reading.
      table.add(try content(of: path, name), name)
    case .file(let path, let range):
      guard LocalFile(path).exists else { _ = try content(of: path, name); return }
      table.add(File(path, range: range), name)
    case .content(let path) where table.takesFile(name):
      // curl's way to write an upload.
      try add(.file(path: path, range: nil), name, model, &table)
    case .content(let path):
      let bytes = try content(of: path, name, isContent: true)
      if table.takesBytes(name) || isBody(name, table) && model.encoding == .bytes {
        table.add(bytes, name)
      } else if takesJSON(name, model, table) {
        table.add(try json(bytes, path, name), name)
      } else if let text = String(validating: bytes, as: UTF8.self) {
        table.add(try table.value(text, name), name)
      } else {
        table.add(bytes, name)
      }
    }
  }

  private func isBody(_ name: ArgumentName, _ table: ArgumentTable) -> Bool {
    table.parameter(name)?.place == .body || name.argument == "_"
  }

  /// Whether a text is the JSON of a whole body.
  private func takesJSON(_ name: ArgumentName, _ model: EndpointModel, _ table: ArgumentTable) -> Bool {
    isBody(name, table) && name.steps.isEmpty && model.encoding == .json && !table.takesText(name)
  }

  private func json(_ text: String, _ name: ArgumentName, otherwise: String) throws(ArgumentPair.Fault) -> JSON {
    let json: JSON
    do throws(JSONError) {
      json = try JSON(parsing: text)
    } catch {
      let place = error.column.map { " at column \($0)" } ?? ""
      throw ArgumentPair.Fault(message: "'\(name.text)' is not valid JSON: \(error.message)\(place); \(otherwise)")
    }
    try refuseDuplicates(in: json, name)
    return json
  }

  /// The JSON of a file; what is wrong with it is told with its place.
  private func json(_ bytes: [UInt8], _ path: String, _ name: ArgumentName) throws(ArgumentPair.Fault) -> JSON {
    let json: JSON
    do throws(JSONError) {
      json = try JSON(parsing: bytes)
    } catch {
      let place = [error.line, error.column].compactMap(\.self).map { ":\($0)" }.joined()
      throw ArgumentPair.Fault(message: "'\(name.text)': \(path == "-" ? "<stdin>" : path)\(place): not valid JSON: \(error.message)")
    }
    try refuseDuplicates(in: json, name)
    return json
  }

  /// Of two members with one name one would be lost (language section 13).
  private func refuseDuplicates(in json: JSON, _ name: ArgumentName) throws(ArgumentPair.Fault) {
    guard case .member(let twice)? = JSONPath.duplicates(in: json, limit: 1).first?.steps.last else { return }
    throw ArgumentPair.Fault(message: "'\(name.text)': duplicate key '\(twice)'")
  }

  private func content(of path: String, _ name: ArgumentName, isContent: Bool = false) throws(ArgumentPair.Fault) -> [UInt8] {
    if path == "-" {
      do throws(Failure) {
        return try stdin.read(for: "the argument '\(name.text)'")
      } catch {
        throw ArgumentPair.Fault(message: error.message)
      }
    }
    do throws(LocalFile.Unreadable) {
      return try LocalFile(path).read()
    } catch {
      let way = isContent ? "; to send a string that starts with '@', write \(name.text):='\"@…\"'" : ""
      throw ArgumentPair.Fault(message: "'\(name.text)': cannot read '\(path)': \(error.reason)\(way)")
    }
  }
}
