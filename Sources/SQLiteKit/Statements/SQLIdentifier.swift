extension String {
  /// The name as a quoted SQL identifier; safe for names of tables and columns in untrusted files.
  ///
  ///     "a\"b".quotedIdentifier  // "a""b"
  ///
  /// GRDB's `quotedDatabaseIdentifier` does not double quotes inside a name, so part of it could be read as SQL. Scalars
  /// are compared because a quote with a combining accent is one `Character`, but SQLite still reads it as a quote.
  package var quotedIdentifier: String {
    var quoted = "\"".unicodeScalars
    for scalar in unicodeScalars {
      if scalar == "\"" { quoted.append(scalar) }
      quoted.append(scalar)
    }
    quoted.append("\"")
    return String(quoted)
  }
}
