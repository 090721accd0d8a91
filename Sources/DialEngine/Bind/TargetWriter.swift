import DialJSON
import DialMessage
import DialModel

struct TargetWriter {
  private var url: ItemList

  private init(_ plan: EndpointPlan) { url = ItemList(opener: UInt8(ascii: "?"), capacity: plan.length) }

  /// Returns the URL of a call without its query.
  static func written(_ call: inout Binding) -> ItemList {
    var writer = TargetWriter(call.plan)
    writer.write(&call)
    return writer.url
  }

  private mutating func write(_ call: inout Binding) {
    let plan = call.plan
    if let authority = plan.target.authority {
      let head = Self.host(authority, &call)
      call.isForeign = !plan.target.isOwn && plan.foreign.contains(head)
      call.report(plan.target.problems)
      url.bytes += head.utf8
    } else {
      call.isForeign = plan.target.isForeign
      call.report(plan.target.problems)
      url.bytes += plan.target.head.utf8
    }
    if plan.target.isLink, writeLink(&call) { return }
    let start = url.bytes.count
    for step in plan.target.path {
      // Join base and path with one slash, even if segments are omitted.
      let isFirst = !plan.target.hasMet && url.bytes.count == start
      switch step {
      case .fixed(let text):
        if isFirst, text.utf8.starts(with: "//".utf8) {
          url.bytes.append(UInt8(ascii: "/"))
          url.bytes += text.utf8.drop { $0 == UInt8(ascii: "/") }
        } else {
          url.bytes += text.utf8
        }
      case .segment(let segment): write(segment, isFirst: isFirst, &call)
      }
    }
    if let bare = plan.target.bare, url.bytes.count == start { url.bytes = Array(bare.utf8) }
  }

  /// Writes the target `{+url}`, whose argument is a link from a response, with its query. Returns false if it has no argument.
  private mutating func writeLink(_ call: inout Binding) -> Bool {
    guard case .segment(let segment)? = call.plan.target.path.first, case .expression(let plan)? = segment.pieces.first,
      let text = call.given.value(plan.slots[0]).flatMap(ValueText.plain), !text.isEmpty
    else { return false }
    let name = plan.names[0]
    let base = String(decoding: url.bytes, as: UTF8.self)
    let isURL = AbsoluteURL(text).map { $0.scheme.utf8.allSatisfy(Name.isASCIIPart) } ?? false
    let link = PercentEncoding.encodeKeepingReserved(
      isURL ? text : text.hasPrefix("/") ? (Origin(base)?.text ?? base) + text : base + "/" + text)
    let parts = link.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    if call.isTraced { call.note(plan, in: "path") }
    if let fault = Self.linkFault(text) {
      call.refuse(.value, name, "'\(name)' \(fault)")
    } else if text.contains("#") || text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
      call.refuse(.value, name, "'\(name)' is a link and cannot contain '#' or a control character")
    } else if AbsoluteURL(link)?.authority.contains("@") ?? false {
      call.refuse(.value, name, "'\(name)' is a link and cannot contain credentials")
    } else if PercentEncoding.holdsDotSegment((AbsoluteURL(String(parts[0]))?.rest ?? "").utf8) {
      call.refuse(.value, name, "'\(name)' creates the path segment '.' or '..', which would change the path")
    } else if isURL, call.plan.foreign.contains(link) {
      call.refuse(
        .value, name, "'\(name)' leads to another origin than the base; to allow it, set 'redirects.trust'")
    }
    url.bytes = Array(parts[0].utf8)
    if parts.count > 1, !parts[1].isEmpty { url.append(String(parts[1])) }
    return true
  }

  /// Returns why a text is neither a URL nor a path, although it could be taken for one of them (RFC 3986 section 4): browsers read
  /// `//host`, `http:host` and `\\host` as other servers.
  private static func linkFault(_ text: String) -> String? {
    if text.hasPrefix(" ") || text.hasSuffix(" ") || text.prefix(while: { $0 != "?" }).contains("\\") {
      return "is a link and cannot contain '\\', or begin or end with a space"
    }
    if text.hasPrefix("//") { return "is a link without a scheme; write https: before '//'" }
    let first = text.prefix { !"/?#".contains($0) }
    guard first.contains(":") else { return nil }
    let scheme = first.prefix { $0 != ":" }.lowercased()
    if ["http", "https"].contains(scheme), text.dropFirst(scheme.count).hasPrefix("://") { return nil }
    return "is a link and must be an http or https URL, or a path without ':' before its first '/'"
  }

  /// Writes the host of `https://{region}.example.com`, where an argument can contain letters, digits, `-` and `.`.
  private static func host(_ pieces: [TargetPlan.Piece], _ call: inout Binding) -> String {
    var whole = ""
    for piece in pieces {
      switch piece {
      case .literal(let text), .variable(let text, _): whole += text
      case .problem: break
      case .expression(let plan): for index in plan.names.indices { whole += hostPart(plan, index, &call) }
      }
    }
    let name = Origin(whole)?.host ?? ""
    if call.faults.arguments.isEmpty, name.isEmpty || name.hasPrefix(".") || name.contains("..") {
      call.refuse(.missing, nil, "the target '\(whole)' has no host; pass the arguments that are part of the host")
    }
    return whole
  }

  private static func hostPart(_ plan: ExpressionPlan, _ index: Int, _ call: inout Binding) -> String {
    let value = call.given.value(plan.slots[index]).flatMap { $0.isNull ? nil : $0 }
    guard let text = value.map({ ValueText.plain($0) ?? "" }) else { return "" }
    if !AddressRules.isHostPart(text) { call.refuse(.value, plan.names[index], "'\(plan.names[index])' \(AddressRules.hostRule)") }
    if index == 0, call.isTraced { call.note(plan, in: "host") }
    return plan.expression.operation == .label ? "." + text : text
  }

  private mutating func write(_ segment: TargetPlan.Segment, isFirst: Bool, _ call: inout Binding) {
    if segment.mayGo, Self.isGone(segment, call.given) { return }
    var isChecked = true
    let ownsSlash = !(isFirst && Self.beginsWithSlash(segment))
    if ownsSlash { url.bytes.append(UInt8(ascii: "/")) }
    let start = url.bytes.count
    for piece in segment.pieces {
      switch piece {
      case .literal(let text): url.bytes += text.utf8
      case .variable(let text, _):
        url.bytes += text.utf8
        isChecked = false
      case .problem(let problem): call.report(problem)
      case .expression(let plan):
        if let slot = plan.plainSlot, let value = call.given.value(slot), let text = ValueText.plain(value), PercentEncoding.isWord(text),
          !call.plan.parameters[slot].quotesStrings
        {
          url.bytes += text.utf8
        } else {
          isChecked = false
          let text = call.expand(plan, in: "path") ?? ""
          // Of a key, a slash at the start is a part, so `/a` and `a` are different paths.
          let follows = isFirst && ownsSlash && url.bytes.count == start && plan.expression.operation != .path
          if follows { url.bytes += text.utf8.drop { $0 == UInt8(ascii: "/") } } else { url.bytes += text.utf8 }
        }
        if call.isTraced { call.note(plan, in: "path") }
      }
    }
    if !isChecked { check(segment, from: start, &call) }
  }

  private static func isGone(_ segment: TargetPlan.Segment, _ given: MatchedArguments) -> Bool {
    for piece in segment.pieces {
      guard case .expression(let plan) = piece, plan.takesSegment else { continue }
      if plan.slots.allSatisfy({ given.value($0) == nil }) { return true }
    }
    return false
  }

  /// Whether the segment starts with `{/x}`, which contains the slash after the base.
  private static func beginsWithSlash(_ segment: TargetPlan.Segment) -> Bool {
    guard case .expression(let plan)? = segment.pieces.first else { return false }
    return plan.expression.operation == .segment
  }

  private func check(_ segment: TargetPlan.Segment, from start: Int, _ call: inout Binding) {
    var names: [String] = []
    var variables: [String] = []
    for piece in segment.pieces {
      switch piece {
      case .literal, .problem: break
      case .variable(_, let name): variables.append(name)
      case .expression(let plan):
        for (slot, name) in zip(plan.slots, plan.names) where call.given.value(slot) != nil { names.append(name) }
      }
    }
    let who = variables.map { "the variable '\($0)'" } + names.map { "'\($0)'" }
    // A value that was refused is missing in the path.
    guard !who.isEmpty, !names.contains(where: call.faults.holds), let fault = AddressRules.segmentFault(url.bytes[start...], who) else {
      return
    }
    call.refuse(names.isEmpty ? .variable : .value, names.first ?? variables.first, fault)
  }
}

extension Binding {
  /// Expands an expression of the target. Returns nil if all its variables are absent.
  mutating func expand(_ plan: ExpressionPlan, in place: String) -> String? {
    let (slots, given) = (plan.slots, given)
    for (slot, variable) in zip(slots, plan.expression.variables) {
      // A prefix of a secret is a secret.
      guard let slot, let count = variable.prefix, self.plan.parameters[slot].isSecret,
        let text = given.value(slot).flatMap(ValueText.plain)
      else { continue }
      secrets.add(String(String.UnicodeScalarView(text.unicodeScalars.prefix(count))))
    }
    if plan.expression.operation.keepsReserved {
      for (slot, name) in zip(slots, plan.names) {
        guard let value = given.value(slot) else { continue }
        for fault in AddressRules.strayFaults(value, "'\(name)'", in: place) { refuse(.value, name, fault) }
      }
    }
    do throws(URITemplateError) {
      return try plan.expression.expand { index in
        let value = valueWithJSONAsText(slots[index])
        // A template itself joins with commas.
        guard let value, let parameter = slots[index].map({ model.parameters[$0] }), parameter.place == .path, value.asArray != nil,
          let arrays = parameter.style.arrays, arrays != .csv, arrays.separator != nil, !plan.expression.variables[index].explode
        else { return value }
        return JSON.listed(value, parameter.style) ?? value
      }
    } catch {
      refuse(.value, plan.names.count == 1 ? plan.names[0] : nil, error.message)
      return nil
    }
  }
}
