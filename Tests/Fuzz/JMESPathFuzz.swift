import DialJSON

/// The first line is an expression, the rest is JSON.
enum JMESPathFuzz {
  static func take(_ bytes: [UInt8]) {
    let (line, rest) = cut(bytes)
    guard let expression = text(line) else { return }
    let json = (try? JSON(parsing: rest)) ?? ["a": [1, ["b": "x", "c": nil]], "b": "text", "c": 1.5]
    let path: JMESPath
    do {
      path = try JMESPath(expression)
    } catch {
      claim((0...line.count).contains(error.offset), "an offset outside of the expression: \(error)")
      claim(!error.message.isEmpty, "an error without words")
      return
    }
    do {
      // a small budget, which is reached quickly
      let selected = try path.select(json, SelectionBudget(largest: 1 << 18, total: 1 << 20))
      Claims.json(selected)
    } catch {
      claim(!error.description.isEmpty, "an error without words")
      return
    }
    _ = path.firstMissing(in: json)
    do { _ = try path.require(in: json) } catch { claim(!error.description.isEmpty, "an error without words") }
    _ = json[expression]
  }
}
