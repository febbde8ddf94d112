extension String {
  /// The name as an identifier in SQL, whatever stands in it: names of tables and columns come from files of others.
  ///
  /// GRDB's `quotedDatabaseIdentifier` does not double the quotes inside a name, so part of it could be read as SQL.
  /// Scalars are compared: as a character, a quote with an accent on it is no quote, which SQLite does not know.
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
