import DiaryModel
import Foundation

// The form in which the log stores changes. Later versions have to read every stored change, so members may be added,
// but never change their names or meanings. A form that this version cannot read needs a higher ``ChangeLog/format``.

/// Changes that are made and undone together, as the log stores them.
///
/// If they are too large for the log, only their kind and beers are kept, so that a change of all beers takes little
/// memory.
///
/// The beers of adoptions are one change, which comes first, so that beers can be added one by one.
struct ChangeBatch {
  /// The kind of the first change; `nil` if there is none.
  private(set) var kind: DiaryChange.Kind?
  private var adopted = IDRanges()
  private var parts: [String] = []
  /// The size of the parts with a comma after each, in bytes.
  private var partsSize = 0
  /// Whether the changes are too large for the log.
  private(set) var isTooLarge = false
  private var beers = IDSet()

  /// The changes as a JSON array; `nil` if they are too large.
  var payload: String? {
    if isTooLarge { return nil }
    let first = adopted.isEmpty ? [] : [DiaryChange.storedAdoption(of: adopted.text).storedText]
    return "[\((first + parts).joined(separator: ","))]"
  }

  /// The size of the payload in bytes; 0 if it is too large.
  var byteCount: Int {
    if isTooLarge { return 0 }
    let first = adopted.isEmpty ? 0 : Self.emptyAdoptionSize + adopted.byteCount + 1
    return 1 + first + partsSize
  }

  /// The size of an adoption without beers, in bytes.
  private static let emptyAdoptionSize = DiaryChange.storedAdoption(of: "").storedText.utf8.count

  /// The number of different beers that the changes affect.
  var beerCount: Int { beers.count }

  /// Adds a change after the others, or the beers of an adoption after those of others.
  mutating func append(_ change: DiaryChange) {
    for beer in change.beers { beers.insert(beer) }
    if case .adopted(let ids) = change {
      kind = .adopted
      if !isTooLarge { for id in ids { adopted.append(id) } }
    } else {
      kind = kind ?? change.kind
      if !isTooLarge {
        let part = change.stored.storedText
        parts.append(part)
        partsSize += part.utf8.count + 1
      }
    }
    if byteCount > ChangeLog.maxChangeBytes { markTooLarge() }
  }

  /// Returns these changes followed by others.
  func appending(_ changes: [DiaryChange]) -> ChangeBatch {
    var batch = self
    for change in changes { batch.append(change) }
    return batch
  }

  /// Drops the changes; only the kind and the beers are kept, also of those that are added later.
  mutating func markTooLarge() {
    adopted = IDRanges()
    parts = []
    isTooLarge = true
  }

  /// Reads the changes of a payload.
  ///
  /// - Throws: `UnreadableChange`, or the error of a malformed value.
  static func changes(in payload: String) throws -> [DiaryChange] {
    guard case .array(let parts) = try JSONValue(json: payload) else { throw UnreadableChange() }
    return try parts.map { try DiaryChange(StoredObject($0)) }
  }
}

// MARK: - One change

extension DiaryChange {
  /// The change as an object of the log.
  var stored: JSONValue {
    var members = storedMembers
    members.updateValue(.text(kind.rawValue), forKey: "kind")
    return JSONValue(stored: members)
  }

  /// Returns what ``stored`` is for an adoption of beers.
  ///
  /// - Parameter ranges: The ids of the beers as ``IDRanges``.
  fileprivate static func storedAdoption(of ranges: String) -> JSONValue {
    .object(["beers": .text(ranges), "kind": .text(Kind.adopted.rawValue)])
  }

  private var storedMembers: [String: JSONValue?] {
    switch self {
    case .added(let beer): ["beer": beer.stored]
    case .undoneAddition(let beer, let label): ["beer": beer.stored, "label": label?.stored]
    case .edited(let edit):
      [
        "beer": .integer(edit.beer), "before": edit.before.stored,
        "after": edit.after.stored(changedFrom: edit.before), "updated_at": .text(edit.updatedAt),
      ]
    case .fieldSet(let edit):
      [
        "field": .text(edit.field.name), "custom": .boolean(edit.field.isCustom),
        "groups": .array(edit.groups.map(\.stored)),
      ]
    case .imported(let change): ["import": .integer(change.importID)]
    case .undoneImport(let undone):
      [
        "import": .integer(undone.change.importID), "beers": .integer(Int64(undone.beerCount)),
        "photos": .integer(Int64(undone.photoCount)), "undone_at": .text(undone.undoneAt),
        "imported": .integer(Int64(undone.importedCount)),
        "changed": .integer(Int64(undone.changedCount)),
        "only_photos_changed": .integer(Int64(undone.change.onlyPhotosChangedCount)),
      ]
    case .trashed(let beers), .adopted(let beers), .undoneAdoption(let beers):
      ["beers": .text(beers.ranges)]
    case .restored(let beers): ["groups": .array(Self.stored(beers))]
    case .movedPhoto(let photo, let from, let updatedAt):
      ["photo": photo.stored, "from": .integer(Int64(from)), "updated_at": .text(updatedAt)]
    case .addedPhoto(let photo, let updatedAt), .removedPhoto(let photo, let updatedAt):
      ["photo": photo.stored, "updated_at": .text(updatedAt)]
    case .captioned(let photo, let beer, let from, let to, let updatedAt):
      [
        "photo": .integer(photo), "beer": .integer(beer), "from": from.map { .text($0) },
        "to": to.map { .text($0) }, "updated_at": .text(updatedAt),
      ]
    case .labels(let change): change.storedMembers
    case .splitBeer(let split): split.storedMembers
    case .undoneSplit(let split, let labels):
      split.storedMembers.merging(["labels": .array(Self.stored(labels))]) { $1 }
    case .resolved(let resolution): resolution.storedMembers
    }
  }

  /// Reads an object of the log.
  ///
  /// - Throws: `UnreadableChange`, or the error of a malformed value.
  init(_ stored: StoredObject) throws {
    guard let kind = Kind(rawValue: try stored.text("kind")) else {
      throw UnreadableChange(isOfLaterVersion: true)
    }
    switch kind {
    case .added: self = .added(try Beer(stored.object("beer")))
    case .undoneAddition:
      self = .undoneAddition(
        try Beer(stored.object("beer")),
        label: try stored.optionalObject("label").map { try LabelChange.AssignedLabel($0) })
    case .edited:
      let before = try BeerFields(stored.object("before"))
      self = .edited(
        .init(
          beer: try stored.integer("beer"), before: before,
          after: try before.changed(by: stored.object("after")), updatedAt: try stored.text("updated_at")))
    case .fieldSet:
      let field = try AssignableField(stored)
      self = .fieldSet(
        .init(
          field: field, groups: try stored.objects("groups").map { try FieldEdit.Group($0, of: field) }))
    case .imported: self = .imported(try Import(stored))
    case .undoneImport:
      self = .undoneImport(
        .init(
          change: try Import(stored), beerCount: try stored.int("beers"),
          photoCount: try stored.int("photos"), undoneAt: try stored.text("undone_at")))
    case .adopted: self = .adopted(try stored.ids("beers"))
    case .undoneAdoption: self = .undoneAdoption(try stored.ids("beers"))
    case .trashed: self = .trashed(try stored.ids("beers"))
    case .restored:
      self = .restored(
        try stored.objects("groups").flatMap { group in
          let deletedAt = try group.text("deleted_at")
          return try group.ids("beers").map { TrashedBeer(beer: $0, deletedAt: deletedAt) }
        })
    case .movedPhoto:
      self = .movedPhoto(
        try PhotoPlacement(stored.object("photo")), from: try stored.int("from"),
        updatedAt: try stored.text("updated_at"))
    case .addedPhoto:
      self = .addedPhoto(
        try PhotoPlacement(stored.object("photo")), updatedAt: try stored.text("updated_at"))
    case .removedPhoto:
      self = .removedPhoto(
        try PhotoPlacement(stored.object("photo")), updatedAt: try stored.text("updated_at"))
    case .captioned:
      self = .captioned(
        photo: try stored.integer("photo"), beer: try stored.integer("beer"),
        from: try stored.optionalText("from"), to: try stored.optionalText("to"),
        updatedAt: try stored.text("updated_at"))
    case .labels: self = .labels(try LabelChange(stored))
    case .splitBeer: self = .splitBeer(try Split(stored))
    case .undoneSplit:
      let labels = try stored.objects("labels").map {
        (try $0.integer("beer"), try LabelChange.AssignedLabel($0.object("label")))
      }
      self = .undoneSplit(try Split(stored), labels: Dictionary(labels) { first, _ in first })
    case .resolved: self = .resolved(try Resolution(stored))
    }
  }

  /// Returns the labels of beers in the order of these.
  private static func stored(_ labels: [Int64: LabelChange.AssignedLabel]) -> [JSONValue] {
    labels.sorted { $0.key < $1.key }.map { beer, label in
      .object(["beer": .integer(beer), "label": label.stored])
    }
  }

  /// Returns beers from the trash, together if they were moved to it at the same time.
  private static func stored(_ beers: [TrashedBeer]) -> [JSONValue] {
    var groups: [(deletedAt: String, beers: [Int64])] = []
    for beer in beers {
      if groups.last?.deletedAt == beer.deletedAt {
        groups[groups.count - 1].beers.append(beer.beer)
      } else {
        groups.append((beer.deletedAt, [beer.beer]))
      }
    }
    return groups.map { .object(["beers": .text($0.beers.ranges), "deleted_at": .text($0.deletedAt)]) }
  }
}

// MARK: - Beers

extension Beer {
  fileprivate var stored: JSONValue {
    JSONValue(stored: [
      "id": .integer(id), "uuid": .text(uuid.text), "fields": fields.stored,
      "created_at": .text(createdAt.text), "updated_at": .text(updatedAt.text),
      "deleted_at": (deletedAt?.text).map { .text($0) }, "source": (origin?.source).map { .text($0) },
      "source_id": (origin?.id).map { .text($0) },
    ])
  }

  fileprivate init(_ stored: StoredObject) throws {
    var origin: Origin?
    if let source = try stored.optionalText("source") {
      origin = Origin(source: source, id: try stored.text("source_id"))
    }
    try self.init(
      id: stored.integer("id"), uuid: stored.uuid("uuid"), fields: BeerFields(stored.object("fields")),
      createdAt: stored.date("created_at"), updatedAt: stored.date("updated_at"),
      deletedAt: stored.members["deleted_at"] == nil ? nil : stored.date("deleted_at"), origin: origin)
  }
}

extension BeerFields {
  /// The fields that have a value.
  fileprivate var stored: JSONValue { stored(changedFrom: BeerFields()) }

  /// Returns the fields that differ from others, with `null` for one that is empty.
  fileprivate func stored(changedFrom others: BeerFields) -> JSONValue {
    var members: [String: JSONValue] = [:]
    for column in BeerColumn.all {
      let value = column.json(of: self)
      if value == column.json(of: others) { continue }
      if case .customFields(let property) = column.content {
        members[column.name] = .text(self[keyPath: property].json)
      } else {
        members[column.name] = value ?? .null
      }
    }
    return .object(members)
  }

  fileprivate init(_ stored: StoredObject) throws { self = try BeerFields().changed(by: stored) }

  /// Returns the fields with the values that an object has.
  fileprivate func changed(by stored: StoredObject) throws -> BeerFields {
    var fields = self
    for column in BeerColumn.all {
      switch (stored.members[column.name], column.content) {
      case (nil, _): break
      case (.null?, .text(let property)): fields[keyPath: property] = nil
      case (.null?, .number(let property, _)): fields[keyPath: property] = nil
      case (.null?, .date(let property)): fields[keyPath: property] = nil
      case (_, .text(let property)): fields[keyPath: property] = try stored.text(column.name)
      case (let value?, .number(let property, _)): fields[keyPath: property] = try value.storedNumber
      case (_, .date(let property)): fields[keyPath: property] = try stored.date(column.name)
      case (_, .customFields(let property)):
        fields[keyPath: property] = try Extras(json: stored.text(column.name))
      }
    }
    return fields
  }
}

extension JSONValue {
  /// The number that was stored; JSON writes one that is not finite as text.
  fileprivate var storedNumber: Double {
    get throws {
      if let number { return number }
      guard case .text(let text) = self, let number = Double(text) else { throw UnreadableChange() }
      return number
    }
  }
}

extension StoredObject {
  fileprivate func date(_ name: String) throws -> DiaryDate {
    guard let date = DiaryDate(try text(name)) else { throw UnreadableChange() }
    return date
  }
}

// MARK: - Fields of many beers

extension AssignableField {
  fileprivate var isCustom: Bool { if case .custom = self { true } else { false } }

  fileprivate init(_ stored: StoredObject) throws {
    let name = try stored.text("field")
    if try stored.flag("custom") {
      self = .custom(name)
    } else if let field = BeerFilter.TextField(rawValue: name) {
      self = .text(field)
    } else if let field = BeerFilter.NumberField(rawValue: name) {
      self = .number(field)
    } else {
      throw UnreadableChange()
    }
  }
}

extension DiaryChange.FieldEdit.Group {
  fileprivate var stored: JSONValue {
    JSONValue(stored: [
      "beers": .text(beers.ranges), "before": before.map { .text($0.storedText) },
      "after": after.map { .text($0.storedText) }, "updated_at": .text(updatedAt),
    ])
  }

  fileprivate init(_ stored: StoredObject, of field: AssignableField) throws {
    func value(_ name: String) throws -> JSONValue? {
      let value = try stored.json(name)
      // A whole number is an integer in JSON, and none in a column.
      guard case .number = field else { return value }
      return try value.map { .number(try $0.storedNumber) }
    }
    self.init(
      beers: try stored.ids("beers"), before: try value("before"), after: try value("after"),
      updatedAt: try stored.text("updated_at"))
  }
}

// MARK: - Imports, photos and splits

extension DiaryChange.Import {
  /// Reads the id of an import, and for one that was undone the numbers of its beers; the other properties are in its
  /// record.
  ///
  /// Earlier versions did not write how many of the beers the import had changed.
  fileprivate init(_ stored: StoredObject) throws {
    self.init(
      importID: try stored.integer("import"), beerCount: try stored.optionalInt("imported") ?? 0,
      photoCount: 0, finishedAt: "", changedCount: try stored.optionalInt("changed") ?? 0,
      onlyPhotosChangedCount: try stored.optionalInt("only_photos_changed") ?? 0)
  }
}

extension DiaryChange.PhotoPlacement {
  fileprivate var stored: JSONValue {
    JSONValue(stored: [
      "photo": .integer(photo), "uuid": .text(uuid.text), "beer": .integer(beer),
      "order": .integer(Int64(order)), "restored": isRestored ? JSONValue.boolean(true) : nil,
    ])
  }

  fileprivate init(_ stored: StoredObject) throws {
    self.init(
      photo: try stored.integer("photo"), uuid: try stored.uuid("uuid"), beer: try stored.integer("beer"),
      order: try stored.int("order"))
    isRestored = stored.members["restored"] != nil
  }
}

extension DiaryChange.Split {
  fileprivate var storedMembers: [String: JSONValue?] {
    [
      "beer": .integer(beer), "added": .array(added.map(\.stored)),
      "photos": .array(photos.map { .object(["from": $0.from.stored, "to": $0.to.stored]) }),
      "updated_at": .text(updatedAt),
    ]
  }

  fileprivate init(_ stored: StoredObject) throws {
    self.init(
      beer: try stored.integer("beer"), added: try stored.objects("added").map { try Beer($0) },
      photos: try stored.objects("photos").map {
        .init(
          from: try DiaryChange.PhotoPlacement($0.object("from")),
          to: try DiaryChange.PhotoPlacement($0.object("to")))
      }, updatedAt: try stored.text("updated_at"))
  }
}

// MARK: - Conflicts

extension DiaryChange.Resolution {
  fileprivate var storedMembers: [String: JSONValue?] {
    [
      "entity": .text(entity.rawValue), "uuid": .text(uuid.text), "register": .text(register),
      "field": .text(field), "title": title.map { .text($0) }, "value": value.map { .text($0) },
      "beer": beer.map { .integer($0) }, "change": change?.stored, "undone": .boolean(isUndone),
    ]
  }

  fileprivate init(_ stored: StoredObject) throws {
    guard let entity = ChangeTracker.Entity(rawValue: try stored.text("entity")) else {
      throw UnreadableChange()
    }
    self.init(
      entity, try stored.uuid("uuid"), try stored.text("register"), field: try stored.text("field"),
      title: try stored.optionalText("title"), value: try stored.optionalText("value"),
      beer: stored.members["beer"] == nil ? nil : try stored.integer("beer"),
      change: try stored.optionalObject("change").map { try DiaryChange($0) },
      isUndone: try stored.flag("undone"))
  }
}
