import DiaryModel
import DiaryStore
import DiaryText
import Foundation
import Testing

/// The words of a year in review.
@Suite struct YearTextTests {
  @Test(arguments: [
    ("Sour and long. Again!", "Sour and long."), ("Ok. Better than in 2019", "Ok. Better than in 2019"),
    ("Dark\n dried  fruit, 4.5% or so! More.", "Dark dried fruit, 4.5% or so!"),
    ("とても苦くて、長い余韻がある。また飲む", "とても苦くて、長い余韻がある。"), ("Fine.", "Fine."),
  ])
  func theFirstSentenceOfANoteIsOneLine(_ note: String, _ sentence: String) {
    #expect(YearText.firstSentence(of: note) == sentence)
  }

  @Test func aLongSentenceIsCutAtAWord() throws {
    let sentence = try #require(YearText.firstSentence(of: String(repeating: "bitter ", count: 90)))
    #expect(sentence.count <= 202 && sentence.hasSuffix("bitter…"))
    #expect(YearText.firstSentence(of: " \n\u{200B} ") == nil)
  }

  @Test(arguments: [
    ("Sour and long.", false), ("Sour and long. Again!", true), ("Sour\nand long", false),
    ("Sour and long 👍🏽", false),
  ])
  func aNoteGoesOnIfItHasMoreThanItsFirstSentence(_ note: String, _ goesOn: Bool) {
    var review = YearInReview(year: 2024)
    review.longestNote = .init(
      about: BeerListItem(id: 1), text: note, characterCount: note.unicodeScalars.count)
    #expect(YearText(review, dates: DateText(timeZone: .gmt)).noteGoesOn == goesOn)
  }

  @Test func figuresSayHowTheyDiffer() {
    var review = YearInReview(year: 2024)
    review.figures.beers = 1
    review.figures.labels = 1
    review.figures.averageRating = 3.5
    var before = YearInReview.Figures()
    before.beers = 4
    before.averageRating = 3.75
    review.before = before
    let figures = YearText(review, dates: DateText(timeZone: .gmt)).figures
    #expect(
      figures.map { "\($0.value) \($0.name) \($0.change ?? "")" } == [
        "1 beer -3", "1 different +1", "3.50 average rating -0.25",
      ])
    #expect(figures.allSatisfy { (try? BeerFilter($0.filter)) != nil })
  }

  @Test func aBarHasTheColorsOfTheBeersInTheMiddle() {
    var review = YearInReview(year: 800)
    review.months[1].colors = [1, 2, 3, 4, 5, 6, 7]
    let text = YearText(review, dates: DateText(timeZone: .gmt))
    #expect(text.year == "0800" && text.monthFilter(1) == "date:0800-02")
    #expect(text.beersPerCell(cells: 10) == 1 && text.beersPerCell(cells: 3) == 3)
    #expect(text.cells(ofMonth: 1, beersPerCell: 1) == [1, 2, 3, 4, 5, 6, 7])
    #expect(text.cells(ofMonth: 1, beersPerCell: 3) == [2, 5, 7])
    #expect(text.cells(ofMonth: 0, beersPerCell: 3) == [])
  }

  /// In a review of stouts, a beer that was new in 2024 may be rated, or a stout, only when it was had again later.
  @Test func newBeersAreListedIfTheyAreOfTheYear() throws {
    var review = YearInReview(year: 2024)
    review.newLabels = 2
    let novelty = try #require(YearText(review, dates: DateText(timeZone: .gmt)).novelties.first)
    #expect(novelty.title == "2 beers" && novelty.filter == "year:2024 first:2024")
  }

  @Test func newStylesHaveAFilterForAllOfThem() throws {
    var review = YearInReview(year: 2024)
    review.newStyles = [
      .init("Gose \"old\"", day: "2024-01-01", beers: 2), .init("IPA or so", day: "2024", beers: 1),
    ]
    let novelty = try #require(YearText(review, dates: DateText(timeZone: .gmt)).novelties.first)
    #expect(novelty.title == "2 styles" && novelty.names == ["Gose \"old\"", "IPA or so"])
    #expect(try BeerFilter(novelty.filter).alternatives.count == 2)
  }
}
