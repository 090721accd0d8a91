import DialModel
import DialSyntax

/// Reads the keys that service, group and endpoint share.
struct LevelReader {
  let findings: Findings

  /// Reads one shared key into the level; false where the key is none of them.
  func read(_ entry: Entry, into level: inout Level) -> Bool {
    let policies = PolicyReader(findings: findings)
    switch entry.name {
    case "headers": level.headers += FieldReader(findings: findings).headers(entry.value)
    case "query": level.query += FieldReader(findings: findings).query(entry.value)
    case "style": level.style = StyleReader(findings: findings).read(entry.value).inheriting(level.style)
    case "encoding":
      if let encoding = CodecReader(findings: findings).encoding(entry.value) { level.encoding = encoding }
    case "auth": level.auth = AuthReader(findings: findings).read(entry.value) ?? level.auth
    case "fails": RefusalReader(findings: findings).read(entry.value, into: &level.policy)
    case "timeout": policies.timeout(entry.value, into: &level.policy)
    case "retry": policies.retry(entry.value, into: &level.policy)
    case "limit": level.policy.limit = policies.limit(entry.value) ?? level.policy.limit
    case "cache": policies.cache(entry.value, into: &level.policy)
    case "redirects": policies.redirects(entry.value, into: &level.policy)
    case "cookies":
      level.policy.cookies = policies.cookies(entry.value) ?? level.policy.cookies
    case "accept": level.policy.accept = policies.statuses(entry.value, "accept") ?? level.policy.accept
    case "use": level.policy.middlewares = policies.texts(entry.value, "use") ?? level.policy.middlewares
    case "decode": level.policy.decode = CodecReader(findings: findings).decode(entry.value) ?? level.policy.decode
    case "tls":
      let tls = TLSReader(findings: findings).read(entry.value)
      level.policy.tls = level.policy.tls.map { tls.inheriting($0) } ?? tls
    default: return false
    }
    return true
  }
}
