extension DeclaredResponse: SnapshotValue {
  package static func code(_ value: Self!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Self {
    try DeclaredResponse(status: coder(value.status), mediaTypes: coder(value.mediaTypes), doc: coder(value.doc))
  }
}

extension ServerModel: SnapshotValue {
  package static func code(_ value: Self!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Self {
    try ServerModel(name: coder(value.name), doc: coder(value.doc), base: coder(value.base))
  }
}
