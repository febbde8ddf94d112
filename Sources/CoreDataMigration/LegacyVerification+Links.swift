import SQLiteKit

extension LegacyVerification {
  /// That each row of a review or a tag was read, and that its beer has every text of it.
  var linkChecks: [Check] {
    links.links.enumerated().flatMap { index, link in
      let rows = rows(of: link)
      let count = Check(
        difference: "rows of \(LegacyReport.short(link.table)) are missing",
        sql: "SELECT abs(count(*) - \(links.importedRowCounts[index])) FROM \(rows)")
      return [count] + link.attributes.map { textCheck($0.column, of: link, in: rows) }
    }
  }

  /// The rows of a link whose beer is in the old store, as `r` or `t`, with the beer as `b`.
  ///
  /// The beer that is made for photos without one has no source, and may have a number that such rows name.
  private func rows(of link: LegacyLink) -> String {
    guard let target = link.target else {
      return """
        \(link.table.quotedIdentifier) r
        JOIN beer b ON typeof(r.ZBEER) = 'integer' AND b.id = r.ZBEER AND b.source IS NOT NULL
          AND \(link.isNotShown)
        """
    }
    let (owner, key) = (target.ownerColumn.quotedIdentifier, target.keyColumn.quotedIdentifier)
    return """
      \(link.table.quotedIdentifier) j
      JOIN \(target.table.quotedIdentifier) r ON typeof(j.\(key)) = 'integer' AND r.Z_PK = j.\(key)
      JOIN beer b ON typeof(j.\(owner)) = 'integer' AND b.id = j.\(owner) AND b.source IS NOT NULL
      """
  }

  private func textCheck(_ column: String, of link: LegacyLink, in rows: String) -> Check {
    let text = "r.\(column.quotedIdentifier)"
    let bytes = Self.literal(link.name + "_base64")
    return Check(
      difference: "beers lack a text of \(LegacyReport.short(link.table))",
      sql: """
        SELECT count(*) FROM \(rows) WHERE typeof(\(text)) = 'text' AND \(text) <> ''
          AND NOT EXISTS (SELECT 1 FROM json_each(b.extras) e WHERE instr(e.value, \(text)) > 0
            OR substr(e.key, 1, length(\(bytes))) = \(bytes))
        """)
  }

  /// That just the beers that were deleted are in the trash.
  var trashChecks: [Check] {
    let flags = schema.deletionFlags.map {
      isNumber("z.\($0.quotedIdentifier)") + " AND z.\($0.quotedIdentifier) <> 0"
    }
    let dates = schema.fieldColumns["deleted_at"].map { [isNumber("z.\($0.quotedIdentifier)")] } ?? []
    let isFlagged = (["0"] + flags.map { "(\($0))" }).joined(separator: " OR ")
    let isDeleted = ([isFlagged] + dates.map { "(\($0))" }).joined(separator: " OR ")
    let rows = "SELECT count(*) FROM ZBEER z JOIN beer b ON b.id = z.Z_PK"
    return [
      Check(
        difference: "deleted beers are not in the trash",
        sql: "\(rows) WHERE (\(isFlagged)) AND b.deleted_at IS NULL"),
      Check(
        difference: "beers are in the trash that were not deleted",
        sql: "\(rows) WHERE NOT (\(isDeleted)) AND b.deleted_at IS NOT NULL"),
    ]
  }

  private func isNumber(_ value: String) -> String { "typeof(\(value)) IN ('integer', 'real')" }

  /// That each blob of a beer is the image of one of its photos, byte for byte, or a custom field.
  var beerImageChecks: [Check] {
    schema.extraColumns.filter(\.isBlob).map { column in
      let (value, name) = ("z.\(column.column.quotedIdentifier)", Self.literal(column.name))
      return Check(
        difference: "beers lost their \(LegacyReport.short(column.name))",
        sql: """
          SELECT count(*) FROM ZBEER z JOIN beer b ON b.id = z.Z_PK
          WHERE typeof(\(value)) = 'blob' AND length(\(value)) > 0
            AND NOT EXISTS (SELECT 1 FROM photo p JOIN photo_image i ON i.id = p.id
              WHERE p.beer_id = b.id AND length(i.data) = length(\(value)) AND i.data = \(value))
            AND NOT EXISTS (SELECT 1 FROM json_each(b.extras) e
              WHERE e.key = \(name) OR substr(e.key, 1, 1 + length(\(name))) = \(name) || '_')
          """)
    }
  }

  /// A text as SQL has it; names come from the file.
  private static func literal(_ text: String) -> String {
    var literal = "'".unicodeScalars
    for scalar in text.unicodeScalars {
      if scalar == "'" { literal.append(scalar) }
      literal.append(scalar)
    }
    literal.append("'")
    return String(literal)
  }
}
