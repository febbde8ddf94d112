// SQLite ends a text at a NUL, which would cut off what follows, so NULs are never stored.

extension String {
  /// The text without NULs.
  package var withoutNULs: String { utf8.contains(0) ? filter { $0 != "\0" } : self }
}

extension JSONValue {
  /// The value, of a text without NULs; `nil` for a text of nothing else.
  package var withoutNULs: JSONValue? {
    guard case .text(let text) = self, text.utf8.contains(0) else { return self }
    let rest = text.withoutNULs
    return rest.isEmpty ? nil : .text(rest)
  }
}

extension BeerFields {
  /// The fields without NULs; a text of nothing else is removed.
  package var withoutNULs: BeerFields {
    var fields = self
    for column in BeerColumn.all {
      switch column.content {
      case .text(let property):
        guard let text = self[keyPath: property], text.utf8.contains(0) else { continue }
        let rest = text.withoutNULs
        fields[keyPath: property] = rest.isEmpty ? nil : rest
      case .customFields(let property): fields[keyPath: property] = self[keyPath: property].withoutNULs
      case .number, .date: break
      }
    }
    return fields
  }
}

extension Extras {
  /// The custom fields without NULs in their names and texts.
  fileprivate var withoutNULs: Extras {
    var fields = self
    for (name, value) in self {
      let rest = value.withoutNULs
      guard name.utf8.contains(0) || rest != value else { continue }
      fields[name] = nil
      // A field that has the name without the NULs stays as it is.
      let kept = name.withoutNULs
      if !kept.isEmpty, self[kept] == nil || kept == name { fields[kept] = rest }
    }
    return fields
  }
}
