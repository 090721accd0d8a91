import ArgumentParser

/// A call whose line has no flag, as most lines in scripts have none: `dial call users getUser id=7`.
///
/// Before the parser looks at the first word it finds out all about the forty flags of a call, by reflection. That takes longer than the
/// rest of the call, the network included, and words alone need none of it.
extension CallCommand {
  /// nil for a line with a flag, which is the parser's, and for one without an endpoint: the parser knows what is missing.
  init?(plain words: [String]) {
    guard words.count >= 2, !words.contains(where: { $0.hasPrefix("-") }) else { return nil }
    self.init()
    var line = CallLine()
    (line.spec, line.endpoint, line.words, line.args) = (words[0], words[1], Array(words[2...]), nil)
    (line.target, line.output, line.transport, line.inspection, line.behaviour) = (.none, .none, .none, .none, .none)
    (self.line, paging) = (line, .none)
  }
}

// The flags where none is given. A flag without its value here would end the program when it is read: NoFlagsTests holds them all against
// what the parser makes of such a line.

extension TargetFlags {
  fileprivate static var none: Self {
    var flags = Self()
    (flags.base, flags.profile, flags.trust) = (nil, nil, false)
    (flags.variables, flags.environment, flags.headers, flags.query) = ([], [], [], [])
    return flags
  }
}

extension OutputFlags {
  fileprivate static var none: Self {
    var flags = Self()
    (flags.select, flags.tuple, flags.require) = (nil, nil, false)
    (flags.output, flags.path, flags.include, flags.compact, flags.color) = (nil, nil, false, false, .auto)
    return flags
  }
}

extension TransportFlags {
  fileprivate static var none: Self {
    var flags = Self()
    (flags.timeout, flags.retry, flags.proxy, flags.http1, flags.insecure) = (nil, nil, nil, false, false)
    (flags.cacert, flags.cert, flags.key) = (nil, nil, nil)
    return flags
  }
}

extension InspectionFlags {
  fileprivate static var none: Self {
    var flags = Self()
    (flags.dryRun, flags.curl, flags.explain, flags.verbose, flags.timings) = (false, false, false, false, false)
    (flags.showSecrets, flags.mock, flags.record, flags.replay) = (false, false, nil, nil)
    return flags
  }
}

extension BehaviourFlags {
  fileprivate static var none: Self {
    var flags = Self()
    (flags.errors, flags.accept, flags.checkResponse, flags.cache) = (.text, nil, .off, nil)
    (flags.noInput, flags.quiet) = (false, false)
    return flags
  }
}

extension PagingFlags {
  fileprivate static var none: Self {
    var flags = Self()
    (flags.all, flags.maxItems, flags.maxPages) = (false, nil, nil)
    return flags
  }
}
