import Glibc

/// An object in a list.
package struct ListedObject: Equatable, Sendable {
  /// Greater than those of all objects that were put before; replacing an object gives it a new one.
  package let sequence: Int

  /// In bytes.
  package let size: Int

  package let name: String
}

/// The objects of the diary whose role is connected.
///
/// Row-level security shows a role only its own diary. Statements name the diary as well, because owners of the tables
/// and superusers see all rows.
package struct DiaryObjects {
  /// Small enough for every server, and for a slow connection to send one within a minute.
  static let partSize = 256 << 10

  private let connection: Connection
  private let channel: String

  /// The sequence number of the newest object when the diary was opened.
  package let lastSequence: Int

  /// Opens the diary of the connected role.
  ///
  /// - Throws: ``DatabaseError`` if the database is not set up, was set up by a newer version, or the role has no diary.
  package init(_ connection: Connection) throws {
    self.connection = connection
    var version: Int?
    var diary: (sequence: Int, channel: String)?
    do {
      try connection.query(
        """
        SELECT version::text, sequence::text, channel
        FROM beerdiary.version LEFT JOIN beerdiary.diary ON name = current_user
        ORDER BY version
        """
      ) { row in
        version = try row.integer(0)
        if !row.isNull(1) { diary = (try row.integer(1), row.text(2)) }
      }
    } catch let error as DatabaseError where error.kind == .permission {
      throw DatabaseError.noDiary(of: connection.role)
    }
    guard let version, version >= Setup.version else {
      throw DatabaseError(.notSetUp, DatabaseError.notSetUp)
    }
    guard version == Setup.version else { throw Setup.newerVersion(version) }
    guard let diary else { throw DatabaseError.noDiary(of: connection.role) }
    lastSequence = diary.sequence
    channel = try connection.quoted(diary.channel)
  }

  /// Calls a function with each object whose name begins with a prefix, by name.
  package func list(_ prefix: String, object: (ListedObject) throws -> Void) throws {
    try list("name LIKE $1 ORDER BY name", .text(prefix + "%"), object)
  }

  /// Calls a function with each object with a greater sequence number, by number.
  package func list(after sequence: Int, object: (ListedObject) throws -> Void) throws {
    try list("sequence > $1 ORDER BY sequence", .integer(sequence), object)
  }

  private func list(_ condition: String, _ value: Value, _ object: (ListedObject) throws -> Void) throws {
    try connection.query(
      """
      SELECT sequence::text, size::text, name FROM beerdiary.object
      WHERE diary = current_user AND \(condition)
      """, [value]
    ) { row in
      try object(ListedObject(sequence: row.integer(0), size: row.integer(1), name: row.text(2)))
    }
  }

  /// Copies objects into a folder, each to a file with the last part of its name; skips those that do not exist.
  ///
  /// Keeps one part of an object in memory.
  package func get(_ names: [String], into folder: String) throws {
    for start in stride(from: 0, to: names.count, by: 500) {
      // One statement sees each object as it is at one time.
      var file: IncomingFile?
      try connection.query(
        """
        SELECT object.name, object.size::text, part.bytes
        FROM beerdiary.object LEFT JOIN beerdiary.part
          ON part.diary = object.diary AND part.name = object.name AND part.content = object.content
        WHERE object.diary = current_user AND object.name = ANY ($1::text[])
        ORDER BY object.name, part.position
        """, [.names(names[start..<min(start + 500, names.count)])]
      ) { row in
        let name = row.text(0)
        if file?.name != name {
          try file?.finish()
          file = try IncomingFile(name: name, size: row.integer(1), folder: folder)
        }
        try file?.append(row.bytes(2))
      }
      try file?.finish()
    }
  }

  /// Copies files to the objects with the given names, replacing existing ones, each in a transaction of its own.
  ///
  /// Keeps one part of a file in memory.
  package func put(_ files: [(name: String, path: String)]) throws {
    for (name, path) in files { try retry { try put(name, path) } }
    // A server without notifications reports an error. Listeners also list regularly.
    if !files.isEmpty { connection.attempt("NOTIFY \(channel)") }
  }

  private func put(_ name: String, _ path: String) throws {
    let file = try OutgoingFile(path)
    let content = Setup.randomName()
    try connection.transaction { statement in
      var position = 0
      while let bytes = try file.next() {
        try statement(
          """
          INSERT INTO beerdiary.part (diary, name, content, position, bytes)
          VALUES (current_user, $1, $2, $3::integer, $4::bytea)
          """, [.text(name), .text(content), .integer(position), .bytes(bytes)])
        position += 1
      }
      // Locks the diary; so late because sending the parts may take minutes.
      try statement("UPDATE beerdiary.diary SET sequence = sequence + 1 WHERE name = current_user", [])
      try statement(
        """
        INSERT INTO beerdiary.object (diary, name, sequence, size, content)
        SELECT current_user, $1, sequence, $2::bigint, $3 FROM beerdiary.diary WHERE name = current_user
        ON CONFLICT (diary, name) DO UPDATE
        SET sequence = excluded.sequence, size = excluded.size, content = excluded.content
        """, [.text(name), .integer(file.size), .text(content)])
      try statement(
        "DELETE FROM beerdiary.part WHERE diary = current_user AND name = $1 AND content <> $2",
        [.text(name), .text(content)])
    }
  }

  /// Deletes objects; skips those that do not exist.
  package func delete(_ names: [String]) throws {
    for start in stride(from: 0, to: names.count, by: 500) {
      let names = Value.names(names[start..<min(start + 500, names.count)])
      try retry {
        try connection.transaction { statement in
          // The lock keeps an object that replaces one of these from being committed before this transaction.
          try statement("UPDATE beerdiary.diary SET sequence = sequence WHERE name = current_user", [])
          for table in ["object", "part"] {
            try statement(
              "DELETE FROM beerdiary.\(table) WHERE diary = current_user AND name = ANY ($1::text[])", [names]
            )
          }
        }
      }
    }
  }

  /// Calls a function with each object with a greater sequence number, those that exist and those to come, until a
  /// descriptor is closed.
  ///
  /// Where the server has notifications, an object is noticed within milliseconds.
  ///
  /// - Parameters:
  ///   - seconds: How often to list without a notification.
  ///   - descriptor: The pipe or socket to which the objects are printed.
  package func listen(
    after sequence: Int, every seconds: Int, until descriptor: Int32, object: (ListedObject) throws -> Void
  ) throws {
    // Before the first list, so that nothing in between is missed.
    connection.attempt("LISTEN \(channel)")
    var last = sequence
    while true {
      try list(after: last) {
        last = $0.sequence
        try object($0)
      }
      let deadline = Self.now() + seconds * 1_000
      var isNotified = try connection.receiveNotifications()
      while !isNotified {
        let remaining = deadline - Self.now()
        guard remaining > 0 else { break }
        var descriptors = [
          pollfd(fd: connection.socket, events: Int16(POLLIN), revents: 0),
          pollfd(fd: descriptor, events: 0, revents: 0),
        ]
        guard poll(&descriptors, 2, Int32(remaining)) >= 0 || errno == EINTR else {
          throw DatabaseError(.other, String(cString: strerror(errno)) + ".")
        }
        if descriptors[1].revents != 0 { return }
        if descriptors[0].revents != 0 { isNotified = try connection.receiveNotifications() }
      }
    }
  }

  /// A time in milliseconds that does not jump.
  private static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
  }

  /// Runs a transaction again that lost against another one.
  private func retry(_ body: () throws -> Void) throws {
    for attempt in 1... {
      do {
        return try body()
      } catch let error as DatabaseError {
        guard attempt < 5, let state = error.state, ["40001", "40P01"].contains(state) else { throw error }
        usleep(UInt32.random(in: 10_000...(100_000 * UInt32(attempt))))
      }
    }
  }
}
