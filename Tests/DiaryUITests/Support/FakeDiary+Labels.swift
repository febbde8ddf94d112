import DiaryModel
import DiaryUI
import Foundation

@testable import DiaryStore

// Menus, labels that may be the same, and changes of labels, as plainly as the tests of the interface need them.
extension FakeDiary {
  /// Returns `had` for a name, `unsure` for one that begins like it, and `new` for everything else with a letter.
  func menuAnswers(to lines: [String]) -> [MenuAnswer] {
    let groups = labels.groups(of: beers.filter { $0.beer.deletedAt == nil })
    let all = groups.values.compactMap { group in
      group.first.map { labels.label(ofGroup: group, facts: $0) }
    }.sorted { $0.uuid < $1.uuid }.map { (label: $0, name: ($0.facts.name ?? "").lowercased()) }
    return lines.map { line in
      let text = line.lowercased()
      guard text.contains(where: \.isLetter) else { return MenuAnswer(line: line, kind: .noBeer) }
      let same = all.filter { $0.name == text }.map(\.label)
      if !same.isEmpty { return MenuAnswer(line: line, kind: .had(same)) }
      let near = all.filter { !$0.name.isEmpty && text.hasPrefix($0.name) }
      if near.isEmpty { return MenuAnswer(line: line, kind: .new) }
      return MenuAnswer(
        line: line,
        kind: .unsure(
          near.map { label, name in
            .init(label: label, differences: [.extraWords(String(line.dropFirst(name.count + 1)))])
          }))
    }
  }

  /// Returns what beers have in a field.
  func commonValue(of field: AssignableField, in ids: IDSet) -> CommonValue {
    let values = Set(beers.filter { ids.contains($0.beer.id) }.map { value(of: field, $0) })
    return values.count > 1 ? .different : .same(values.first.flatMap { $0 })
  }

  private func value(of field: AssignableField, _ detail: BeerDetail) -> JSONValue? {
    if case .number = field { return BeerColumn.named(field.name)?.json(of: detail.beer.fields) }
    return text(of: field, detail).map { .text($0) }
  }

  private func text(of field: AssignableField, _ detail: BeerDetail) -> String? {
    let fields = detail.beer.fields
    if case .custom(let name) = field { return fields.extras[name]?.display }
    if case .text(let property)? = BeerColumn.named(field.name)?.content {
      return fields[keyPath: property]
    }
    return nil
  }

  /// Returns the labels, or the values of a field, with words that begin with those of a text.
  func choices(_ request: ChoiceRequest) -> FoundChoices {
    func words(_ text: String) -> [Substring] {
      text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
        .split(whereSeparator: \.isWhitespace)
    }
    let starts = words(request.text)
    func match(_ text: String) -> Bool {
      let own = words(text)
      return starts.allSatisfy { start in own.contains { $0.hasPrefix(start) } }
    }
    let present = beers.filter { $0.beer.deletedAt == nil }
    switch request.subject {
    case .labels:
      let groups = labels.groups(of: present).values.compactMap { group -> FoundLabel? in
        let newest = group.max {
          ($0.beer.fields.drunkAt?.text ?? "") < ($1.beer.fields.drunkAt?.text ?? "")
        }
        return newest.map {
          FoundLabel(label: labels.label(ofGroup: group, facts: $0), newestBeer: $0.beer.id)
        }
      }
      return .labels(
        groups.filter { match("\($0.label.facts.name ?? "") \($0.label.facts.brewery ?? "")") }
          .sorted { ($1.label.history.times, $0.label.uuid) < ($0.label.history.times, $1.label.uuid) })
    case .values(let field, let chosen):
      let values = present.compactMap { text(of: field, $0) }
      let common = commonValue(of: field, in: chosen)
      let counts = Dictionary(grouping: values, by: { $0 }).mapValues(\.count)
      return .values(
        counts.filter { match($0.key) }.map { ValueCount($0.key, $0.value) }
          .sorted { ($1.count, $0.value) < ($0.count, $1.value) },
        present: request.text.isEmpty && !chosen.isEmpty ? common : nil)
    case .removedPhotos(let beer): return .removedPhotos(removedPhotos(ofBeer: beer))
    case .beersWithRemovedPhotos:
      let photos = Dictionary(grouping: removedPhotos, by: \.beerID)
      return .beersWithRemovedPhotos(
        beers.filter { photos[$0.beer.id] != nil && match($0.beer.fields.name ?? "") }
          .map {
            BeerWithRemovedPhotos(
              id: $0.beer.id, name: $0.beer.fields.name, photoCount: photos[$0.beer.id]?.count ?? 0,
              lastRemoval: nil)
          })
    }
  }

  /// The photos that were removed from a beer, the last one removed first.
  func removedPhotos(ofBeer beer: Int64) -> [RemovedPhoto] {
    removedPhotos.reversed().filter { $0.beerID == beer }.map { photo in
      let moved = Photo(
        id: photo.id, uuid: photo.uuid, beerID: photo.beerID,
        order: removedOrders[photo.id] ?? photo.order,
        takenAt: photo.takenAt, caption: photo.caption, metadata: photo.metadata)
      return RemovedPhoto(photo: moved, removedAt: nil)
    }
  }

  /// Labels of which one name begins with the other.
  var labelSuggestions: [SuggestedLabels] {
    let groups = labels.groups(of: beers).compactMap { key, group in
      group.first { $0.beer.deletedAt == nil }.map { (key: key, group: group, newest: $0) }
    }
    let named = groups.filter { !($0.newest.beer.fields.name ?? "").isEmpty }.sorted { $0.key < $1.key }
    return zip(named, named.dropFirst()).compactMap { one, other in
      let names = [one, other].map { ($0.newest.beer.fields.name ?? "").lowercased() }.sorted()
      guard names[1].hasPrefix(names[0]), !labels.apart.contains([one.key, other.key]) else { return nil }
      let extra = String(names[1].dropFirst(names[0].count + 1))
      return SuggestedLabels(
        first: labels.label(ofGroup: one.group, facts: one.newest),
        second: labels.label(ofGroup: other.group, facts: other.newest),
        differences: extra.isEmpty ? [.writing] : [.extraWords(extra)], confidence: 0.9)
    }
  }

  /// Returns a label with its beers, the newest first; `nil` if it has none outside the trash.
  func labelDetail(_ target: LabelRequest.Target) -> LabelDetail? {
    let group: [BeerDetail]? =
      switch target {
      case .ofBeer(let id):
        beers.first { $0.beer.id == id }.flatMap { labels.groups(of: beers)[labels.key(of: $0)] }
      case .uuid(let uuid):
        labels.groups(of: beers).values.first { group in
          SampleBeers.uuid(group.map(\.beer.id).min() ?? 0) == uuid
        }
      }
    let times = (group ?? []).filter { $0.beer.deletedAt == nil }
      .sorted { ($0.beer.fields.drunkAt?.text ?? "") > ($1.beer.fields.drunkAt?.text ?? "") }
    guard let group, let newest = times.first else { return nil }
    let notes = times.reduce(into: [Int64: String]()) { $0[$1.beer.id] = $1.beer.fields.notes }
    let photos = times.flatMap { detail in
      detail.photos.enumerated().map { index, photo in
        Photo(
          id: photo.id, uuid: photo.uuid, beerID: detail.beer.id, order: index, takenAt: photo.takenAt,
          caption: photo.caption, metadata: photo.metadata)
      }
    }
    return LabelDetail(
      label: labels.label(ofGroup: group, facts: newest), beers: times.map { BeerListItem($0) },
      notes: notes, photos: Array(photos.prefix(LabelDetail.maxPhotos)))
  }

  mutating func mergeLabels(_ uuids: [UUID], into target: UUID) throws -> [DiaryChange] {
    let into = try key(ofLabel: target)
    let others = try uuids.map { try key(ofLabel: $0) }.filter { $0 != into }
    guard !others.isEmpty else { return [] }
    var change = LabelChange(.merged, name: try beer(ofLabel: target).beer.fields.name)
    for key in others { change.keys[LabelKey(text: key)] = .init(before: nil, after: target) }
    return [.labels(record(change) { labels in for key in others { labels.merged[key] = into } })]
  }

  mutating func keepApart(_ one: UUID, _ other: UUID) throws -> [DiaryChange] {
    let keys: Set = try [key(ofLabel: one), key(ofLabel: other)]
    guard !labels.apart.contains(keys) else { return [] }
    let names = try [one, other].map { try beer(ofLabel: $0).beer.fields.name }
    var change = LabelChange(.keptApart, name: names[0], otherName: names[1])
    change.pairs[LabelPair(one, other)] = .init(before: false, after: true)
    return [.labels(record(change) { labels in labels.apart.insert(keys) })]
  }

  mutating func splitLabel(ofBeer id: Int64) throws -> [DiaryChange] {
    guard let beer = beers.first(where: { $0.beer.id == id }) else {
      throw LabelError.noSuchBeer(String(id))
    }
    let key = labels.key(of: beer)
    guard beers.contains(where: { $0.beer.id != id && labels.key(of: $0) == key }) else {
      throw LabelError.noOtherBeer
    }
    var change = LabelChange(.split, name: beer.beer.fields.name)
    change.beers[id] = .init(
      before: .init(label: labels.label(of: beer, in: beers).uuid, isChosen: false),
      after: .init(label: SampleBeers.uuid(id), isChosen: true))
    return [.labels(record(change) { labels in labels.split.insert(id) })]
  }

  mutating func revert(_ change: LabelChange) throws -> LabelChange {
    guard let state = labelStates[change], labels == state.after else {
      throw UndoError.changedSince(what: "the label")
    }
    labels = state.before
    labelStates[change.reversed] = (state.after, state.before)
    return change.reversed
  }

  private mutating func record(_ change: LabelChange, _ body: (inout FakeLabels) -> Void) -> LabelChange {
    let before = labels
    body(&labels)
    labelStates[change] = (before, labels)
    return change
  }

  /// - Throws: `.noSuchLabel`.
  private func key(ofLabel uuid: UUID) throws -> String { labels.key(of: try beer(ofLabel: uuid)) }

  /// Returns the first beer of a label.
  ///
  /// - Throws: `.noSuchLabel`.
  private func beer(ofLabel uuid: UUID) throws -> BeerDetail {
    guard let beer = beers.first(where: { SampleBeers.uuid($0.beer.id) == uuid }) else {
      throw LabelError.noSuchLabel(uuid.uuidString)
    }
    return beer
  }
}
