import Crypto
import Foundation
import Sync
import SyncStores
import TestSupport
import Testing

/// Runs the servers of all chosen stores during a suite.
struct StoreServers: SuiteTrait, TestScoping {
  @TaskLocal static var running: [StoreKind: TestServer] = [:]

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    var servers: [StoreKind: TestServer] = [:]
    defer { servers.values.forEach { $0.stop() } }
    for kind in StoreKind.onServers { servers[kind] = try kind.start() }
    // Not in the folder of a server, which may serve it.
    let folder = try TemporaryFolder()
    let file = folder.file("diary")
    try Data("diary".utf8).write(to: URL(fileURLWithPath: file))
    for (kind, server) in servers {
      // An object with the name of the folder that it is in.
      let store = try StorePlace(kind, server, name: "diary").store()
      try server.waitUntilReady { try store.put([("diary", file)]) }
    }
    try await Self.$running.withValue(servers) { try await function() }
  }
}

extension Trait where Self == StoreServers {
  /// Runs the servers of all chosen stores.
  static var storeServers: Self { StoreServers() }
}

extension StoreKind {
  private static let user = "ann"
  private static let password = "correct-horse"

  /// The password of a user who is refused.
  static let wrongPassword = "wrong-battery"

  /// The program's own user, who starts the servers.
  private static let systemUser = NSUserName()

  /// Starts the server of the store.
  fileprivate func start() throws -> TestServer {
    let program = try #require(serverProgram.flatMap { Self.program($0) })
    switch self {
    case .folder, .rcloneLocal, .postgresql: throw TestServer.Failure(message: "\(rawValue) has no server")
    case .rcloneWebDAV:
      return try TestServer(ports: 1) { folder, ports in
        [
          try #require(Self.rclone), "serve", "webdav", "--addr=127.0.0.1:\(ports[0])", "--user=\(Self.user)",
          "--pass=\(Self.password)", folder.path,
        ]
      }
    case .apache:
      return try TestServer(ports: 1) { folder, ports in
        try Self.prepareApache(folder, port: ports[0])
        return [program, "-d", folder.path, "-f", folder.file("apache.conf"), "-D", "FOREGROUND"]
      }
    case .sftp:
      return try TestServer(ports: 1) { folder, ports in
        try Self.prepareSSH(folder, port: ports[0])
        return [program, "-D", "-e", "-f", folder.file("sshd_config")]
      }
    case .moto:
      return try TestServer(ports: 1) { _, ports in [program, "-H", "127.0.0.1", "-p", "\(ports[0])"] }
    case .seaweed:
      return try TestServer(ports: 8) { folder, ports in
        try Self.seaweedUsers.write(toFile: folder.file("users.json"), atomically: true, encoding: .utf8)
        let services = ["s3", "master", "volume", "filer"].enumerated().flatMap { index, service in
          ["-\(service).port=\(ports[index * 2])", "-\(service).port.grpc=\(ports[index * 2 + 1])"]
        }
        return [
          program, "server", "-dir=\(folder.path)", "-ip=127.0.0.1", "-ip.bind=127.0.0.1", "-filer", "-s3",
          "-s3.config=\(folder.file("users.json"))", "-s3.port.iceberg=0", "-s3.port.lance=0",
          "-volume.max=8",
          "-master.volumeSizeLimitMB=64",
        ] + services
      }
    }
  }

  /// Returns the path before the names of places, and the settings of the remote.
  func remote(on server: TestServer, _ access: StorePlace.Access, bucket: String) -> (
    root: String, settings: [String: String]
  ) {
    var password = Self.password
    var port = server.ports[0]
    switch access {
    case .right: break
    case .wrongPassword: password = Self.wrongPassword
    case .nobody: port = (try? TestServer.freePorts(1).first) ?? 1
    case .silence(let other): port = other
    }
    switch self {
    case .folder, .rcloneLocal, .postgresql: return ("", [:])
    case .rcloneWebDAV, .apache:
      return (
        "",
        [
          "TYPE": "webdav", "URL": "http://127.0.0.1:\(port)/", "VENDOR": "other", "USER": Self.user,
          "PASS": Self.obscured(password),
        ]
      )
    case .sftp:
      let key = password == Self.password ? "user" : "stranger"
      // rclone compares the key of the host only where it knows one for this port.
      let isKnown = port == server.ports[0]
      return (
        server.folder.file("data/"),
        [
          "TYPE": "sftp", "HOST": "127.0.0.1", "PORT": "\(port)", "USER": Self.systemUser,
          "KEY_FILE": server.folder.file(key),
        ].merging(isKnown ? ["KNOWN_HOSTS_FILE": server.folder.file("known_hosts")] : [:]) { first, _ in first
        }
      )
    case .moto, .seaweed:
      return (
        bucket + "/",
        [
          "TYPE": "s3", "PROVIDER": "Other", "ENDPOINT": "http://127.0.0.1:\(port)",
          "ACCESS_KEY_ID": Self.user,
          "SECRET_ACCESS_KEY": password,
        ]
      )
    }
  }

  /// Returns a password as rclone keeps it in its configuration.
  private static func obscured(_ password: String) -> String {
    let result = try? ProgramRunner().run(rclone ?? "rclone", ["obscure", "-"], input: Data(password.utf8))
    return result.map { String(decoding: $0.output, as: UTF8.self).trimmingCharacters(in: .newlines) } ?? ""
  }

  private static func prepareApache(_ folder: TemporaryFolder, port: Int) throws {
    // The SHA-1 of the password.
    let hash = Data(Insecure.SHA1.hash(data: Data(password.utf8))).base64EncodedString()
    try "\(user):{SHA}\(hash)\n".write(toFile: folder.file("users"), atomically: true, encoding: .utf8)
    let modules = [
      "mpm_event", "authn_core", "authn_file", "authz_core", "authz_user", "auth_basic", "dav", "dav_fs",
    ]
    .map { "LoadModule \($0)_module /usr/lib/apache2/modules/mod_\($0).so\n" }.joined()
    // Started by the superuser, it needs another user for its work.
    let worker = geteuid() == 0 ? "User nobody\nGroup nogroup\n" : ""
    try """
    \(modules)\(worker)ServerName 127.0.0.1
    Listen 127.0.0.1:\(port)
    DefaultRuntimeDir \(folder.file("work"))
    PidFile \(folder.file("pid"))
    ErrorLog \(folder.file("errors"))
    DavLockDB \(folder.file("work/locks"))
    DocumentRoot \(folder.file("data"))
    <Directory \(folder.file("data"))>
      Dav On
      AuthType Basic
      AuthName beers
      AuthBasicProvider file
      AuthUserFile \(folder.file("users"))
      Require valid-user
    </Directory>

    """
    .write(toFile: folder.file("apache.conf"), atomically: true, encoding: .utf8)
    for name in ["data", "work"] {
      try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: false)
      chmod(folder.file(name), 0o777)
    }
    chmod(folder.path, 0o755)
    chmod(folder.file("users"), 0o644)
  }

  private static func prepareSSH(_ folder: TemporaryFolder, port: Int) throws {
    for name in ["host", "user", "stranger"] {
      let result = try ProgramRunner().run(
        "ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", folder.file(name)])
      guard result.status == 0 else { throw TestServer.Failure(message: result.errors) }
    }
    try FileManager.default.createDirectory(atPath: folder.file("data"), withIntermediateDirectories: false)
    let key = try folder.text("host.pub").split(separator: " ").prefix(2).joined(separator: " ")
    try "[127.0.0.1]:\(port) \(key)\n".write(
      toFile: folder.file("known_hosts"), atomically: true, encoding: .utf8)
    try """
    Port \(port)
    ListenAddress 127.0.0.1
    HostKey \(folder.file("host"))
    AuthorizedKeysFile \(folder.file("user.pub"))
    PidFile none
    UsePAM no
    StrictModes no
    PasswordAuthentication no
    KbdInteractiveAuthentication no
    Subsystem sftp internal-sftp

    """
    .write(toFile: folder.file("sshd_config"), atomically: true, encoding: .utf8)
    // Where sshd confines itself if the superuser starts it.
    if geteuid() == 0 { mkdir("/run/sshd", 0o755) }
  }

  private static let seaweedUsers = """
    {"identities": [{"name": "\(user)", "credentials": [{"accessKey": "\(user)", "secretKey": "\(password)"}],
      "actions": ["Admin", "Read", "List", "Tagging", "Write"]}]}
    """
}
