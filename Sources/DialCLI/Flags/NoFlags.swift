// The flags where none is given. A flag without its value here would end the program when it is read: PlainLineTests holds them all against
// what the parser makes of such a line.

extension ServiceFlags {
  static var none: Self {
    var flags = Self()
    (flags.base, flags.profile, flags.trust) = (nil, nil, false)
    (flags.variables, flags.environment) = ([], [])
    return flags
  }
}

extension TargetFlags {
  static var none: Self {
    var flags = Self()
    (flags.service, flags.headers, flags.query) = (.none, [], [])
    return flags
  }
}

extension OutputFlags {
  static var none: Self {
    var flags = Self()
    (flags.select, flags.tuple, flags.require) = (nil, nil, false)
    (flags.output, flags.path, flags.include, flags.compact, flags.color) = (nil, nil, false, false, .auto)
    return flags
  }
}

extension TransportFlags {
  static var none: Self {
    var flags = Self()
    (flags.timeout, flags.retry, flags.proxy, flags.http1, flags.insecure) = (nil, nil, nil, false, false)
    (flags.cacert, flags.cert, flags.key) = (nil, nil, nil)
    return flags
  }
}

extension InspectionFlags {
  static var none: Self {
    var flags = Self()
    (flags.dryRun, flags.curl, flags.explain, flags.verbose, flags.timings) = (false, false, false, false, false)
    (flags.showSecrets, flags.mock, flags.record, flags.replay) = (false, false, nil, nil)
    return flags
  }
}

extension BehaviourFlags {
  static var none: Self {
    var flags = Self()
    (flags.errors, flags.accept, flags.checkResponse, flags.cache) = (.text, nil, .off, nil)
    (flags.noInput, flags.quiet) = (false, false)
    return flags
  }
}

extension PagingFlags {
  static var none: Self {
    var flags = Self()
    (flags.all, flags.maxItems, flags.maxPages) = (false, nil, nil)
    return flags
  }
}
