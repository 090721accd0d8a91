import Foundation
import TestSupport

/// Certificates that `openssl` creates when the tests run: a root `ca`, an intermediate `inter`, and a leaf for each fault.
struct Certificates: Sendable {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  static let isPossible = FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")
  private static let made = Task.detached { try await blocking { try Certificates() } }

  /// Shared by all tests.
  static var all: Certificates {
    get async throws { try await made.value }
  }

  let folder: String
  /// SHA-256 of keys and certificates by name, computed by `openssl`.
  let keys: [String: String]
  let whole: [String: String]

  private static let names = ["ca", "inter", "ok", "rotated", "chain"]

  private init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "dial-tls-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    _ = try Self.shell(Self.script, in: folder)
    var (keys, whole) = ([String: String](), [String: String]())
    for name in Self.names {
      keys[name] = try Self.shell(
        "openssl x509 -in \(name).pem -pubkey -noout | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | openssl base64",
        in: folder)
      whole[name] = try Self.shell("openssl x509 -in \(name).pem -outform der | openssl dgst -sha256 -binary | openssl base64", in: folder)
    }
    (self.keys, self.whole) = (keys, whole)
  }

  /// Replaces `KEY(ok)` and `CERT(ok)` by pins, and the reverse.
  func pins(in text: String) -> String {
    let named = keys.reduce(text) { $0.replacing("KEY(\($1.key))", with: "sha256/\($1.value)") }
    return whole.reduce(named) { $0.replacing("CERT(\($1.key))", with: "sha256/\($1.value)") }
  }

  func names(in text: String) -> String {
    let named = keys.reduce(text) { $0.replacing("sha256/\($1.value)", with: "KEY(\($1.key))") }
    return whole.reduce(named) { $0.replacing("sha256/\($1.value)", with: "CERT(\($1.key))") }
  }

  private static let script = """
    set -e
    key() { openssl ecparam -name prime256v1 -genkey -noout -out $1.key; }
    root() { key $1; openssl req -x509 -new -key $1.key -sha256 -days 3650 -subj "/CN=$2" -out $1.pem \
      -config root.cnf -extensions root; }
    leaf() { [ -f $1.key ] || key $1
      printf "[e]\\nbasicConstraints=critical,CA:$4\\n$5\\n" >$1.ext
      openssl req -new -key $1.key -subj "/CN=$3" -config root.cnf -out $1.csr
      openssl ca -batch -config ca.cnf -cert $2.pem -keyfile $2.key -in $1.csr -out $1.pem -startdate ${6:-20200101000000Z} \
        -enddate ${7:-20490101000000Z} -extfile $1.ext -extensions e -notext; }
    printf '[ca]\\ndefault_ca=d\\n[d]\\ndatabase=index.txt\\nserial=serial\\nnew_certs_dir=.\\ndefault_md=sha256\\npolicy=p\\n' >ca.cnf
    printf 'unique_subject=no\\n[p]\\ncommonName=supplied\\n' >>ca.cnf
    printf '[req]\\ndistinguished_name=n\\n[n]\\n[root]\\nbasicConstraints=critical,CA:true\\nkeyUsage=critical,keyCertSign\\n' >root.cnf
    printf '[self]\\nsubjectAltName=DNS:localhost\\n' >>root.cnf
    : >index.txt; echo 1000 >serial
    san='subjectAltName=DNS:localhost,IP:127.0.0.1\\nextendedKeyUsage=serverAuth'
    root ca 'test root'; root other 'other root'
    leaf inter ca intermediate true 'keyUsage=critical,keyCertSign'
    for name in ok rotated; do leaf $name ca localhost false "$san"; done
    leaf expired ca localhost false "$san" 20200101000000Z 20200201000000Z
    leaf notyet ca localhost false "$san" 20480101000000Z 20490101000000Z
    leaf wronghost ca wrong.example false 'subjectAltName=DNS:wrong.example'
    leaf cnonly ca localhost false 'extendedKeyUsage=serverAuth'
    leaf unknown other localhost false "$san"
    leaf chain inter localhost false "$san"
    leaf clientonly ca localhost false 'subjectAltName=DNS:localhost\\nextendedKeyUsage=clientAuth'
    leaf below ok localhost false "$san"; cat ok.pem >>below.pem
    leaf client ca client false 'extendedKeyUsage=clientAuth'
    openssl genrsa -out short.key 1024; leaf short ca localhost false "$san"
    cp chain.pem nochain.pem; cp chain.key nochain.key; cat inter.pem >>chain.pem
    cp ok.pem stuffed.pem; cp ok.key stuffed.key; cat rotated.pem >>stuffed.pem
    key self; openssl req -x509 -new -key self.key -sha256 -days 100 -subj /CN=localhost -config root.cnf -extensions self -out self.pem
    openssl ec -aes128 -passout pass:secret -in client.key -out locked.key
    openssl pkcs8 -topk8 -passout pass:secret -in client.key -out locked8.key
    key same; openssl req -x509 -new -key same.key -sha256 -days 3650 -subj /CN=intermediate -config root.cnf -extensions root -out same.pem
    printf '[sign]\\nsubjectAltName=DNS:localhost\\nkeyUsage=critical,digitalSignature\\n' >>root.cnf
    printf '[plain]\\nbasicConstraints=critical,CA:false\\nsubjectAltName=DNS:localhost\\n[bare]\\nsubjectAltName=DNS:localhost\\n' >>root.cnf
    for name in plain bare; do key $name; openssl req -x509 -new -key $name.key -sha256 -days 100 -subj /CN=$name -config root.cnf \
      -extensions $name -out $name.pem; leaf under$name $name localhost false "$san"; done
    own() { name=$1; shift; openssl req -x509 -nodes "$@" -keyout $name.key -subj /CN=localhost -config root.cnf -extensions sign \
      -days 100 -out $name.pem; }
    own ed25519 -newkey ed25519; own p521 -newkey ec -pkeyopt ec_paramgen_curve:P-521
    own pss -newkey rsa:2048 -sigopt rsa_padding_mode:pss -sigopt rsa_pss_saltlen:digest -sha256
    pkcs12() { openssl pkcs12 -export -in client.pem "$@"; }
    pkcs12 -inkey client.key -certfile ca.pem -passout pass:secret -out client.p12; pkcs12 -inkey client.key -passout pass: -out open.p12
    pkcs12 -nokeys -passout pass:secret -out trust.p12
    openssl pkcs12 -export -nocerts -inkey client.key -passout pass:secret -out lone.p12
    echo none >garbage.pem; ln -s /etc/hosts outside.pem; mkfifo pipe.pem
    """

  private static func shell(_ script: String, in folder: String) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "exec 2>>errors; " + script]
    process.currentDirectoryURL = URL(filePath: folder)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(
        description: "openssl: " + String(decoding: FileManager.default.contents(atPath: folder + "/errors") ?? Data(), as: UTF8.self))
    }
    return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
