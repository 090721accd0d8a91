import DialJSON

extension PolicyModel: SnapshotValue {
  package static func code(_ value: PolicyModel!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> PolicyModel {
    var policy = value ?? PolicyModel()
    (policy.connectTimeout, policy.readTimeout) = try (coder(policy.connectTimeout), coder(policy.readTimeout))
    (policy.totalTimeout, policy.accept) = try (coder(policy.totalTimeout), coder(policy.accept))
    (policy.maxRedirects, policy.trustedHosts) = try (coder(policy.maxRedirects), coder(policy.trustedHosts))
    (policy.middlewares, policy.decode, policy.unpacks) = try (coder(policy.middlewares), coder(policy.decode), coder(policy.unpacks))
    (policy.compress, policy.retry, policy.limit) = try (coder(policy.compress), coder(policy.retry), coder(policy.limit))
    (policy.cache, policy.cacheLifetime, policy.tls) = try (coder(policy.cache), coder(policy.cacheLifetime), coder(policy.tls))
    (policy.refusal, policy.cookies) = try (coder(policy.refusal), coder(policy.cookies))
    return policy
  }
}

extension Compression: SnapshotValue {}

extension StatusSet: SnapshotValue {
  package static func code(_ value: StatusSet!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> StatusSet {
    try StatusSet(codes: coder(value.codes), classes: coder(value.classes), isAny: coder(value.isAny))
  }
}

extension RetryModel: SnapshotValue {
  package static func code(_ value: RetryModel!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> RetryModel {
    var retry = value ?? RetryModel()
    (retry.max, retry.statuses, retry.network) = try (coder(retry.max), coder(retry.statuses), coder(retry.network))
    (retry.minWait, retry.maxWait, retry.unsafe) = try (coder(retry.minWait), coder(retry.maxWait), coder(retry.unsafe))
    return retry
  }
}

extension LimitModel: SnapshotObject {
  package static func codeParts(_ value: LimitModel!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> LimitModel {
    try LimitModel(rate: coder(value.rate), concurrent: coder(value.concurrent), share: coder(value.share))
  }
}

extension LimitModel.Rate: SnapshotValue {
  package static func code(_ value: Self!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Self {
    try LimitModel.Rate(count: coder(value.count), per: coder(value.per), text: coder(value.text))
  }
}

extension RefusalModel: SnapshotValue {
  package static func code(_ value: RefusalModel!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> RefusalModel {
    try RefusalModel(when: coder(value.when), message: coder(value.message))
  }
}

extension CookieModel: SnapshotValue {
  package static func code(_ value: CookieModel!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> CookieModel {
    try CookieModel(
      isKept: coder(value.isKept), domain: coder(value.domain), isOnDisk: coder(value.isOnDisk), range: coder(value.range))
  }
}

extension TLSModel: SnapshotValue {
  package static func code(_ value: TLSModel!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> TLSModel {
    var tls = value ?? TLSModel()
    (tls.pins, tls.mode, tls.except) = try (coder(tls.pins), coder(tls.mode), coder(tls.except))
    (tls.authorities, tls.client, tls.needsTLS13) = try (coder(tls.authorities), coder(tls.client), coder(tls.needsTLS13))
    return tls
  }
}

extension TLSModel.PinMode: SnapshotValue {}

extension TLSModel.Pinned: SnapshotValue {
  package static func code(_ value: Self!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Self {
    try TLSModel.Pinned(
      hosts: coder(value.hosts), pins: coder(value.pins.map { SnapshotBytes($0) }).map(\.bytes), range: coder(value.range))
  }
}

extension TLSModel.NamedFile: SnapshotValue {
  /// The path begins with the folder of the spec, which can have another name when the snapshot is read.
  package static func code(_ value: Self!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Self {
    let name = try coder(value.name)
    let below = try coder(value.path.map { String($0.dropFirst(value.folder.count)) })
    let folder = coder.tables.folder
    return TLSModel.NamedFile(name: name, path: below.map { folder + $0 }, folder: folder)
  }
}

extension TLSModel.Client: SnapshotValue {
  package static func code(_ value: Self!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Self {
    try TLSModel.Client(certificate: coder(value.certificate), key: coder(value.key), password: coder(value.password))
  }
}

extension HostPattern: SnapshotValue {
  package static func code(_ value: HostPattern!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> HostPattern {
    guard let pattern = HostPattern(try coder(value.text)) else { throw SnapshotFault() }
    return pattern
  }
}

extension PaginationModel: SnapshotValue {
  package static func code(_ value: PaginationModel!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> PaginationModel {
    try PaginationModel(way: coder(value.way), end: coder(value.end), items: coder(value.items), pathRange: coder(value.pathRange))
  }
}

extension PaginationModel.Way: SnapshotValue {
  package static func code(_ value: Self!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Self {
    if let location = try coder.part(value, { if case .url(let location) = $0 { location } else { nil } }) { return .url(location) }
    if let pair = try coder.part(value, { if case .cursor(let location, let name) = $0 { SnapshotPair(location, name) } else { nil } }) {
      return .cursor(pair.first, parameter: pair.second)
    }
    if let name = try coder.part(value, { if case .page(let name) = $0 { name } else { nil } }) { return .page(parameter: name) }
    if let offset = try coder.part(value, { if case .offset(let offset) = $0 { offset } else { nil } }) { return .offset(offset) }
    return .link
  }
}

extension PaginationModel.Offset: SnapshotValue {
  package static func code(_ value: Self!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Self {
    try PaginationModel.Offset(
      parameter: coder(value.parameter), step: coder(value.step), mayBeShort: coder(value.mayBeShort), total: coder(value.total))
  }
}

extension PaginationModel.Offset.Step: SnapshotValue {
  package static func code(_ value: Self!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Self {
    if let size = try coder.part(value, { if case .size(let size) = $0 { size } else { nil } }) { return .size(size) }
    if let name = try coder.part(value, { if case .argument(let name) = $0 { name } else { nil } }) { return .argument(name) }
    throw SnapshotFault()
  }
}

extension PaginationModel.End: SnapshotValue {
  package static func code(_ value: Self!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Self {
    try coder.part(value) { if case .condition(let path) = $0 { path } else { nil } }.map { .condition($0) } ?? .empty
  }
}

extension PollModel: SnapshotValue {
  package static func code(_ value: PollModel!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> PollModel {
    var poll = value ?? PollModel()
    (poll.until, poll.fail, poll.every) = try (coder(poll.until), coder(poll.fail), coder(poll.every))
    (poll.timeout, poll.check, poll.result) = try (coder(poll.timeout), coder(poll.check), coder(poll.result))
    return poll
  }
}

extension PollModel.Result: SnapshotValue {}

extension NamedCall: SnapshotValue {
  package static func code(_ value: NamedCall!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> NamedCall {
    try NamedCall(
      endpoint: coder(value.endpoint), range: coder(value.range),
      arguments: coder(value.arguments.map { SnapshotPair($0.name, $0.value) }).map { ($0.first, $0.second) })
  }
}
