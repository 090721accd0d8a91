// What the flags of a call do, by their names: those that are only there, and those with a value, which is a whole one. False for the name
// of another, and for a value that is none of its words.

extension TargetFlags {
  mutating func turnOn(_ name: String) -> Bool {
    guard name == "--trust" else { return false }
    service.trust = true
    return true
  }

  mutating func set(_ name: String, _ value: String) -> Bool {
    switch name {
    case "--base": service.base = value
    case "--var": service.variables.append(value)
    case "--env": service.environment.append(value)
    case "--profile", "-p": service.profile = value
    case "--header", "-H": headers.append(value)
    case "--query": query.append(value)
    default: return false
    }
    return true
  }
}

extension OutputFlags {
  mutating func turnOn(_ name: String) -> Bool {
    switch name {
    case "--require": require = true
    case "--include", "-i": include = true
    case "--compact": compact = true
    default: return false
    }
    return true
  }

  mutating func set(_ name: String, _ value: String) -> Bool {
    switch name {
    case "--select", "-s": select = value
    case "--tuple": tuple = value
    case "--output-file", "-O": path = value
    case "--output", "-o":
      guard let format = OutputFormat(argument: value) else { return false }
      output = format
    case "--color":
      guard let when = Console.Color(argument: value) else { return false }
      color = when
    default: return false
    }
    return true
  }
}

extension TransportFlags {
  mutating func turnOn(_ name: String) -> Bool {
    switch name {
    case "--http1.1": http1 = true
    case "--insecure": insecure = true
    default: return false
    }
    return true
  }

  mutating func set(_ name: String, _ value: String) -> Bool {
    switch name {
    case "--timeout": timeout = value
    case "--retry": retry = value
    case "--cacert": cacert = value
    case "--cert": cert = value
    case "--key": key = value
    case "--proxy": proxy = value
    default: return false
    }
    return true
  }
}

extension InspectionFlags {
  mutating func turnOn(_ name: String) -> Bool {
    switch name {
    case "--dry-run": dryRun = true
    case "--curl": curl = true
    case "--explain": explain = true
    case "--verbose", "-v": verbose = true
    case "--timings": timings = true
    case "--show-secrets": showSecrets = true
    case "--mock": mock = true
    default: return false
    }
    return true
  }

  mutating func set(_ name: String, _ value: String) -> Bool {
    switch name {
    case "--record": record = value
    case "--replay": replay = value
    default: return false
    }
    return true
  }
}

extension BehaviourFlags {
  mutating func turnOn(_ name: String) -> Bool {
    switch name {
    case "--no-input": noInput = true
    case "--quiet", "-q": quiet = true
    default: return false
    }
    return true
  }

  mutating func set(_ name: String, _ value: String) -> Bool {
    switch name {
    case "--accept": accept = value
    case "--errors":
      guard let form = Errors(argument: value) else { return false }
      errors = form
    case "--check-response":
      guard let mode = Check(argument: value) else { return false }
      checkResponse = mode
    case "--cache":
      guard let mode = Cache(argument: value) else { return false }
      cache = mode
    default: return false
    }
    return true
  }
}

extension PagingFlags {
  mutating func turnOn(_ name: String) -> Bool {
    guard name == "--all" else { return false }
    all = true
    return true
  }

  mutating func set(_ name: String, _ value: String) -> Bool {
    switch name {
    case "--max-items": maxItems = value
    case "--max-pages": maxPages = value
    default: return false
    }
    return true
  }
}
