package import Foundation

/// What is on the bottle, shared by the beers of several days.
package struct Label: Hashable, Sendable {
  /// A UUID that stays the same through export and import; row ids of labels are reused.
  package let uuid: UUID
  /// What the label shows: what the user set, and otherwise what the newest beer says.
  package var facts: LabelFacts
  /// How often and how well the user had the beers with the label; those in the trash do not count.
  package var history: LabelHistory

  /// Creates a label.
  package init(uuid: UUID, facts: LabelFacts, history: LabelHistory) {
    self.uuid = uuid
    self.facts = facts
    self.history = history
  }
}

/// The facts on a label, which a beer may state differently; `nil` if one is not known.
package struct LabelFacts: Hashable, Sendable {
  /// The name of the beer.
  package var name: String?
  /// The producer.
  package var brewery: String?
  /// The style.
  package var style: String?
  /// Alcohol by volume in percent, 0...100.
  package var abv: Double?

  /// Creates facts, by default none.
  package init(name: String? = nil, brewery: String? = nil, style: String? = nil, abv: Double? = nil) {
    self.name = name
    self.brewery = brewery
    self.style = style
    self.abv = abv
  }

  /// Creates the facts that a beer states.
  package init(_ fields: BeerFields) {
    self.init(name: fields.name, brewery: fields.brewery, style: fields.style, abv: fields.abv)
  }

  /// Whether no fact is known.
  package var isEmpty: Bool { self == LabelFacts() }

  /// Returns these facts, and others for those that are not known.
  package func filled(from others: LabelFacts) -> LabelFacts {
    LabelFacts(
      name: name ?? others.name, brewery: brewery ?? others.brewery, style: style ?? others.style,
      abv: abv ?? others.abv)
  }
}

extension BeerFields {
  /// Creates fields that state the facts of a label, and nothing else.
  package init(_ facts: LabelFacts) {
    self.init(name: facts.name, brewery: facts.brewery, style: facts.style, abv: facts.abv)
  }
}

/// How often the user had the beers with a label, when, and how they were rated.
package struct LabelHistory: Hashable, Sendable {
  /// The number of beers, 0 if all are in the trash.
  package var times: Int
  /// The number of beers with a rating.
  package var ratedTimes: Int
  /// The mean rating, 0...5; `nil` if no beer is rated.
  package var meanRating: Double?
  /// The best rating, 0...5; `nil` if no beer is rated.
  package var bestRating: Double?
  /// When the first beer was drunk, as a local time; `nil` if no beer has a date.
  package var first: DiaryDate?
  /// When the last beer was drunk, as a local time; `nil` if no beer has a date.
  package var last: DiaryDate?

  /// Creates a history.
  package init(
    times: Int, ratedTimes: Int = 0, meanRating: Double? = nil, bestRating: Double? = nil,
    first: DiaryDate? = nil,
    last: DiaryDate? = nil
  ) {
    self.times = times
    self.ratedTimes = ratedTimes
    self.meanRating = meanRating
    self.bestRating = bestRating
    self.first = first
    self.last = last
  }
}

/// The label of a beer, as lists and JSON name it.
package struct BeerLabel: Hashable, Sendable {
  /// The UUID of the label.
  package let uuid: UUID
  /// The number of beers with the label in the diary, without those in the trash.
  package let times: Int

  /// Names a label.
  package init(uuid: UUID, times: Int) {
    self.uuid = uuid
    self.times = times
  }
}
