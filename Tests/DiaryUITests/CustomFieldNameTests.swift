import DiaryModel
import DiaryStore
import DiaryText
import Foundation
import Terminal
import Testing

@testable import DiaryUI

/// Custom fields with the name of a built-in field, which is in quotation marks wherever both can be.
@Suite struct CustomFieldNameTests {
  private func interface(
    _ size: Size = Size(width: 80, height: 24), preview: Bool = false
  ) -> HeadlessInterface {
    let beer = SampleBeers.beer(
      1, name: "Orval", style: "Trappist", extras: ["Style": .text("sour"), "hop": .text("Saaz")])
    return HeadlessInterface(size, diary: FakeDiary([beer]), preview: preview)
  }

  private func hasLine(_ interface: HeadlessInterface, _ name: String, _ value: String) -> Bool {
    interface.lines.contains { $0.contains(name + " ") && $0.contains("  " + value) }
  }

  @Test func factsTellThemFromBuiltInFields() {
    let fields = BeerFields(
      style: "Trappist",
      extras: [
        "Style": .text("sour"), "Position": .text("left"), "hop": .text("Saaz"), "venue": .text("Pub"),
      ])
    let facts = BeerText.facts(fields, dates: DateText(timeZone: .gmt))
    #expect(facts.map(\.name) == ["Style", "“Position”", "“Style”", "hop", "“venue”"])
  }

  @Test func theTastingSheetComesFirstInItsOrder() {
    let fields = BeerFields(
      extras: ["aroma": .text("3"), "Taste": .text("4"), "hop": .text("Saaz"), "appearance": .text("5")])
    let facts = BeerText.facts(fields, dates: DateText(timeZone: .gmt), sheet: .standard)
    #expect(facts.map(\.name) == ["Appearance", "Aroma", "Taste", "hop"])
  }

  @Test func thePageOfABeerTellsThemFromBuiltInFields() {
    var interface = interface()
    interface.press(Key(.enter))
    #expect(hasLine(interface, "Style", "Trappist") && hasLine(interface, "“Style”", "sour"))
    #expect(hasLine(interface, "hop", "Saaz"))
  }

  /// The built-in style is above, without its name.
  @Test func thePaneNextToTheListShowsThem() {
    var interface = interface(Size(width: 140, height: 50), preview: true)
    interface.tick(3)
    #expect(hasLine(interface, "“Style”", "sour") && hasLine(interface, "hop", "Saaz"))
  }

  @Test func theyAreSetOnTheirOwn() {
    var interface = interface()
    interface.type("=style")
    interface.press(Key(.down), Key(.enter))
    #expect(interface.screen.contains("“Style” of 1 beer"))
    interface.type("Lambic")
    interface.press(Key(.enter))
    #expect(interface.changeRequests == [.set(.custom("Style"), of: [1], to: .text("Lambic"))])
  }

  @Test func menusOfferFieldsOfBeersInTheTrashOnlyInTheTrash() {
    let kept = SampleBeers.beer(1, name: "Orval", style: "Trappist")
    var gone = SampleBeers.beer(2, name: "Gueuze", extras: ["Style": .text("sour")])
    gone.beer.deletedAt = DiaryDate("2024-06-01T12:00:00Z")
    var interface = HeadlessInterface(Size(width: 80, height: 24), diary: FakeDiary([kept, gone]))
    interface.type("sstyle")
    #expect(interface.screen.contains("Style") && !interface.screen.contains("“Style”"))
    interface.press(Key(.escape))
    interface.type("Tsstyle")
    #expect(interface.screen.contains("“Style”"))
  }

  @Test func completionLeavesOutFieldsThatOnlyBeersInTheTrashHave() {
    for typed in ["hop", "has:hop"] {
      func texts(trashed: Set<String>) -> [String] {
        FilterCompletion(typed).texts(FilterVocabulary(customFields: ["hops"], trashedFields: trashed))
      }
      #expect(texts(trashed: []).count == 1 && texts(trashed: ["hops"]) == [])
    }
  }

  @Test func theExcerptOfASearchSaysWhichFieldItIsFrom() {
    var interface = interface()
    interface.type("/sour")
    #expect(interface.screen.contains("“Style”: sour"))
  }

  @Test func theOrderSaysByWhichFieldTheListIsSorted() {
    var interface = interface()
    interface.type("sstyle")
    interface.press(Key(.down), Key(.enter))
    #expect(interface.state.list.window.query.order == .custom("Style"))
    #expect(interface.lines[0].contains("by “Style”") && interface.lines[1].contains("“Style”"))
  }
}
