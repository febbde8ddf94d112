/// The tables of a database, and the roles that have a diary there.
package enum Setup {
  /// The version of the tables.
  ///
  /// It changes when an older program could no longer use them.
  package static let version = 1

  /// Creates the tables that are missing, and gives roles a diary.
  ///
  /// Can be repeated, also after it was interrupted.
  ///
  /// - Parameter roles: Existing roles; if empty, the role that is connected.
  package static func run(_ connection: Connection, roles: [String]) throws {
    let found = try installedVersion(connection)
    guard found <= version else { throw newerVersion(found) }
    if found < version {
      for statement in statements { try connection.execute(statement) }
    }
    for role in roles.isEmpty ? [connection.role] : roles { try addDiary(of: role, connection) }
  }

  /// Returns the version of the tables; 0 if there are none or they are not complete.
  private static func installedVersion(_ connection: Connection) throws -> Int {
    var version = 0
    do {
      try connection.query("SELECT version::text FROM beerdiary.version") {
        version = max(version, try $0.integer(0))
      }
    } catch let error as DatabaseError where error.kind == .notSetUp {
      return 0
    }
    return version
  }

  static func newerVersion(_ found: Int) -> DatabaseError {
    DatabaseError(
      .newerVersion,
      "The database was set up by a newer version of beerdiary-postgresql (tables of version \(found)). "
        + "Update Beer Diary.")
  }

  /// Each can be repeated, so that no server needs to have them in one transaction.
  ///
  /// No role has a privilege before row-level security is on, as these are granted last.
  private static let statements = [
    "CREATE SCHEMA IF NOT EXISTS beerdiary",
    "CREATE TABLE IF NOT EXISTS beerdiary.version (version integer PRIMARY KEY)",
    // A diary has the name of its role. Its sequence numbers are given under the lock of its row, which is kept until the
    // commit: they become visible in their order, so that a list after a number never misses one. Numbers of an identity
    // column would become visible in any order.
    """
    CREATE TABLE IF NOT EXISTS beerdiary.diary (
      name text PRIMARY KEY,
      sequence bigint NOT NULL,
      channel text NOT NULL
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS beerdiary.object (
      diary text NOT NULL,
      name text NOT NULL,
      sequence bigint NOT NULL,
      size bigint NOT NULL,
      content text NOT NULL,
      PRIMARY KEY (diary, name),
      UNIQUE (diary, sequence)
    )
    """,
    // There is no foreign key: parts are stored before their object, which names them by its content.
    """
    CREATE TABLE IF NOT EXISTS beerdiary.part (
      diary text NOT NULL,
      name text NOT NULL,
      content text NOT NULL,
      position integer NOT NULL,
      bytes bytea NOT NULL,
      PRIMARY KEY (diary, name, content, position)
    )
    """,
    "ALTER TABLE beerdiary.diary ENABLE ROW LEVEL SECURITY",
    "ALTER TABLE beerdiary.object ENABLE ROW LEVEL SECURITY",
    "ALTER TABLE beerdiary.part ENABLE ROW LEVEL SECURITY",
    "DROP POLICY IF EXISTS own_diary ON beerdiary.diary",
    "CREATE POLICY own_diary ON beerdiary.diary USING (name = current_user) WITH CHECK (name = current_user)",
    "DROP POLICY IF EXISTS own_diary ON beerdiary.object",
    "CREATE POLICY own_diary ON beerdiary.object USING (diary = current_user) WITH CHECK (diary = current_user)",
    "DROP POLICY IF EXISTS own_diary ON beerdiary.part",
    "CREATE POLICY own_diary ON beerdiary.part USING (diary = current_user) WITH CHECK (diary = current_user)",
    // Last, because it says that everything is there.
    "INSERT INTO beerdiary.version VALUES (\(version)) ON CONFLICT DO NOTHING",
  ]

  private static func addDiary(of role: String, _ connection: Connection) throws {
    var exists = false
    try connection.query("SELECT rolname FROM pg_roles WHERE rolname = $1", [.text(role)]) { _ in
      exists = true
    }
    guard exists else {
      throw DatabaseError(.usage, "There is no role \(role). Create it with: createuser --pwprompt \(role)")
    }
    // Every role can listen to every channel, so the name of the channel is one that only this diary's role knows.
    let channel = "beerdiary_" + randomName()
    try connection.execute(
      "INSERT INTO beerdiary.diary (name, sequence, channel) VALUES ($1, 0, $2) ON CONFLICT DO NOTHING",
      [.text(role), .text(channel)])
    let name = try connection.quoted(role)
    try connection.execute("GRANT USAGE ON SCHEMA beerdiary TO \(name)")
    try connection.execute("GRANT SELECT ON beerdiary.version TO \(name)")
    try connection.execute("GRANT SELECT, UPDATE ON beerdiary.diary TO \(name)")
    try connection.execute("GRANT SELECT, INSERT, UPDATE, DELETE ON beerdiary.object TO \(name)")
    try connection.execute("GRANT SELECT, INSERT, DELETE ON beerdiary.part TO \(name)")
  }

  /// Returns 32 random hexadecimal digits.
  static func randomName() -> String {
    (0..<2).map { _ in
      let digits = String(UInt64.random(in: .min ... .max), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
