package import HTTPTypes

/// Parses field lines: `A: 1 | B: 2`.
package func fields(_ text: String) -> HTTPFields {
  var fields = HTTPFields()
  for line in text.split(separator: "|") {
    let parts = line.split(separator: ":", maxSplits: 1).map { $0.drop { $0 == " " } }
    var value = String(parts[1])
    while value.last == " " { value.removeLast() }
    fields.append(HTTPField(name: .init(String(parts[0]))!, value: value))
  }
  return fields
}
