import DiaryModel
import DiaryStore
import DiaryText
import DiaryUI
import Testing

@testable import DiaryRuntime

/// Effects that read labels of a real diary.
@Suite struct LabelEffectTests {
  private let running: RunningDiary

  init() throws {
    running = try RunningDiary()
    try running.open()
  }

  @Test func aBeerSavedWithoutABreweryGetsTheOnlyLabelOfItsName() throws {
    let known = BeerFields(name: "Orval", brewery: "Brasserie d'Orval", drunkAt: DiaryDate("2024-06-01"))
    let new = BeerFields(name: "orval", drunkAt: DiaryDate("2019-06-01"))
    for fields in [known, new] { running.run(.change(.save(beer: nil, fields: fields, expecting: nil))) }
    try running.answers.wait(count: 2, until: \.isChanged)

    let outcome = try #require(try running.answers.changes.map { try $0.1.get() }.last)

    #expect(outcome.times == 2 && outcome.position == 1)
    let sentence = ChangeText.done(
      try #require(outcome.changes.last), name: outcome.subject, position: outcome.position,
      times: outcome.times)
    #expect(sentence == "Added “orval”, the 1st time of 2.")
  }

  @Test func aChangeThatIsTooLargeForTheLogIsSaidToBe() throws {
    for notes in ["Dry", String(repeating: "x", count: 3_000_000)] {
      running.run(.change(.save(beer: nil, fields: BeerFields(name: "Orval", notes: notes), expecting: nil)))
    }
    try running.answers.wait(count: 2, until: \.isChanged)

    #expect(try running.answers.changes.map { try $0.1.get().fitsLog } == [true, false])
  }

  /// Older requests may have been answered before they were replaced.
  @Test func theChoicesOfTheNewestTextAreRead() throws {
    let beers = [
      BeerFields(name: "Orval", brewery: "Brasserie d'Orval", place: "Home"),
      BeerFields(name: "Saison", brewery: "Dupont", place: "Café Home"),
    ]
    for fields in beers { running.run(.change(.save(beer: nil, fields: fields, expecting: nil))) }
    try running.answers.wait(count: 2, until: \.isChanged)

    let texts = ["", "d", "du", "dup"]
    for (generation, text) in texts.enumerated() {
      running.run(.loadChoices(ChoiceRequest(subject: .labels, text: text, generation: generation)))
    }
    func found(_ generation: Int) -> FoundChoices? {
      running.answers.all.lazy.compactMap { message -> FoundChoices? in
        if case .choices(let request, .success(let found)) = message, request.generation == generation {
          found
        } else {
          nil
        }
      }.first
    }
    try running.answers.wait {
      if case .choices(let request, _) = $0 { request.generation == texts.count - 1 } else { false }
    }
    guard case .labels(let labels) = found(3) else { return #expect(Bool(false), "no labels") }
    #expect(labels.map(\.label.facts.name) == ["Saison"])

    running.run(.loadChoices(ChoiceRequest(subject: .values(.text(.place)), text: "home", generation: 4)))
    try running.answers.wait {
      if case .choices(let request, _) = $0 { request.generation == 4 } else { false }
    }
    #expect(found(4) == .values([ValueCount("Café Home", 1), ValueCount("Home", 1)]))

    let both = ChoiceRequest.Subject.values(.text(.place), of: IDSet(1...2))
    running.run(.loadChoices(ChoiceRequest(subject: both, text: "", generation: 5)))
    try running.answers.wait {
      if case .choices(let request, _) = $0 { request.generation == 5 } else { false }
    }
    #expect(
      found(5) == .values([ValueCount("Café Home", 1), ValueCount("Home", 1)], present: .different))
  }

  @Test func theFactsAndTheTimesOfALabelAreRead() throws {
    for rating in [3.0, 5] {
      let fields = BeerFields(name: "Orval", brewery: "Brasserie d'Orval", abv: 6.2, rating: rating)
      running.run(.change(.save(beer: nil, fields: fields, expecting: nil)))
    }
    try running.answers.wait(count: 2, until: \.isChanged)
    let outcomes = try running.answers.changes.map { try $0.1.get() }
    #expect(outcomes.map(\.times) == [1, 2])
    let beer = try #require(outcomes.first?.beer)

    for (count, id) in [beer, beer + 100].enumerated() {
      running.run(.loadRepeatedBeer(.beer(id)))
      try running.answers.wait(count: count + 1) { if case .repeatedBeer = $0 { true } else { false } }
    }
    let again = try running.answers.all.compactMap { message -> RepeatedBeer?? in
      if case .repeatedBeer(_, let result) = message { try result.get() } else { nil }
    }
    #expect(again.map(\.?.facts) == [LabelFacts(name: "Orval", brewery: "Brasserie d'Orval", abv: 6.2), nil])

    running.run(.loadBeer(BeerRequest(id: beer, generation: 1)))
    try running.answers.wait { if case .beer = $0 { true } else { false } }
    let details = try running.answers.all.compactMap { message -> BeerDetail? in
      if case .beer(_, let result) = message { try result.get() } else { nil }
    }
    let label = try #require(details.first?.label)
    #expect(label.times == 2 && again.first??.label == label)

    running.run(.loadRepeatedBeer(.label(label.uuid)))
    try running.answers.wait(count: 3) { if case .repeatedBeer = $0 { true } else { false } }
    let named = running.answers.all.compactMap { message -> RepeatedBeer? in
      if case .repeatedBeer(.label(label.uuid), .success(let again)) = message { again } else { nil }
    }
    #expect(named == again.prefix(1).compactMap { $0 })

    running.run(.loadRepeatedBeer(.named("orval", brewery: nil)))
    try running.answers.wait(count: 4) { if case .repeatedBeer = $0 { true } else { false } }
    let typed = running.answers.all.compactMap { message -> RepeatedBeer? in
      if case .repeatedBeer(.named, .success(let again)) = message { again } else { nil }
    }
    #expect(typed == named)

    running.run(.loadTimes(TimesRequest(label: label.uuid, generation: 1)))
    try running.answers.wait { if case .times = $0 { true } else { false } }
    let times = try running.answers.all.compactMap { message -> [BeerListItem]? in
      if case .times(_, let result) = message { try result.get() } else { nil }
    }
    #expect(times.first?.map(\.rating) == [5, 3])

    running.run(.loadLabel(LabelRequest(target: .ofBeer(beer), generation: 1)))
    try running.answers.wait { if case .label = $0 { true } else { false } }
    running.run(.loadLabel(LabelRequest(target: .uuid(label.uuid), generation: 2)))
    try running.answers.wait(count: 2) { if case .label = $0 { true } else { false } }
    let read = try running.answers.all.compactMap { message -> LabelDetail?? in
      if case .label(_, let result) = message { try result.get() } else { nil }
    }
    #expect(read.map(\.?.label.uuid) == [label.uuid, label.uuid])
    #expect(read.first??.beers.map(\.rating) == [5, 3])
  }
}
