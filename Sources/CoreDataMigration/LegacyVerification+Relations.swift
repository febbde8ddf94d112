import SQLiteKit

extension LegacyVerification {
  /// That a beer has the name of the brewery or style that it refers to.
  var relationChecks: [Check] {
    schema.relations.compactMap { relation in
      guard let field = relation.field?.name, let name = relation.nameColumn?.quotedIdentifier else {
        return nil
      }
      let key = "z.\(relation.column.quotedIdentifier)"
      return Check(
        difference: "beers have another \(field) than they refer to",
        sql: """
          SELECT count(*) FROM ZBEER z JOIN \(relation.table.quotedIdentifier) r ON r.Z_PK = \(key)
          JOIN beer b ON b.id = z.Z_PK
          WHERE typeof(\(key)) = 'integer' AND typeof(r.\(name)) = 'text' AND b.\(field) IS NOT r.\(name)
            AND json_extract(b.extras, '$.\(field)_base64') IS NULL
          """)
    }
  }
}
