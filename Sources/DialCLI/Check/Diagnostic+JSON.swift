import DialJSON
import DialSyntax

extension Diagnostic {
  /// A finding as `dial check --json` prints it.
  var json: JSON {
    .object(
      Self.place(range) + [
        ("severity", .string(severity.rawValue)), ("id", .string(id)), ("message", .string(message)),
        ("notes", .array(notes.map(Self.note))), ("fixes", .array(fixIts.map(Self.fix))),
      ])
  }

  private static func place(_ range: SourceRange) -> [(String, JSON)] {
    [("file", .string(range.file.name)), ("line", JSON(range.start.line)), ("column", JSON(range.start.column))]
  }

  private static func note(_ note: Note) -> JSON {
    .object((note.range.map(place) ?? []) + [("message", .string(note.message))])
  }

  private static func fix(_ fix: FixIt) -> JSON {
    .object(
      place(fix.range) + [
        ("end_line", JSON(fix.range.end.line)), ("end_column", JSON(fix.range.end.column)),
        ("replacement", .string(fix.replacement)), ("message", .string(fix.message)),
      ])
  }
}
