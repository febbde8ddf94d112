import Foundation
import Testing

@testable import DiaryModel

/// The table of style families, and where real style names end up.
@Suite struct StyleFamilyTests {
  /// A style name of `Fixtures/styles.tsv`.
  struct NamedStyle: Sendable {
    let source: String
    let name: String
    /// The id of the right family; `nil` if there is none.
    let family: String?

    var isPlacedRight: Bool { StyleFamily.of(style: name)?.id == family }

    /// All lines of the file that have three columns.
    static let all: [NamedStyle] = {
      let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
        path: "Fixtures/styles.tsv")
      let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      return text.split(separator: "\n").compactMap { line in
        let columns = line.split(separator: "\t").map(String.init)
        if line.hasPrefix("#") || columns.count != 3 { return nil }
        return NamedStyle(
          source: columns[0], name: columns[1], family: columns[2] == "-" ? nil : columns[2])
      }
    }()
  }

  // MARK: - The table

  @Test func everyLineOfTheTableIsRead() {
    #expect(StyleFamilyTable.shipped.malformedLines.isEmpty)
    #expect(StyleFamily.all.count >= 25)
  }

  @Test func everyPhraseLeadsToItsOwnFamily() {
    let table = StyleFamilyTable.shipped
    for phrase in table.phrases {
      let text = phrase.words.joined(separator: " ")
      #expect(table.family(of: text)?.id == table.families[phrase.family].id, "\(text)")
    }
  }

  @Test func noPhraseIsWrittenTwice() {
    let phrases = StyleFamilyTable.shipped.phrases.map { $0.words.sorted() }
    #expect(Set(phrases).count == phrases.count)
  }

  @Test func colorsAreThoseOfBeer() {
    for family in StyleFamily.all {
      #expect(family.srm.lowerBound >= 1 && family.srm.upperBound <= 40, "\(family.name)")
    }
  }

  @Test(arguments: [
    "", "# A comment\n\n", "stout\tStout\t25\t40\tstout, black tan\nporter\tPorter\t20\t40\tporter\n",
  ])
  func wellFormedLinesAreRead(_ text: String) {
    let table = StyleFamilyTable(text)
    #expect(table.malformedLines.isEmpty)
    #expect(table.families.count == text.count(where: { $0 == "\t" }) / 4)
  }

  @Test(arguments: [
    "stout", "stout\tStout\t25\t40", "stout\tStout\t25\t40\tstout\tporter", "\tStout\t25\t40\tstout",
    "stout\t\t25\t40\tstout", "stout\tStout\tdark\t40\tstout", "stout\tStout\t25\t4.5\tstout",
    "stout\tStout\t40\t25\tstout", "stout\tStout\t0\t40\tstout", "stout\tStout\t25\t40\t",
    "stout\tStout\t25\t40\tstout,,porter", "stout\tStout\t25\t40\tstout, -",
    "porter\tStout\t25\t40\tstout", "stout\tPorter\t25\t40\tstout",
  ])
  func malformedLinesAreLeftOutAndReported(_ line: String) {
    let porter = "porter\tPorter\t20\t40\tporter"
    let table = StyleFamilyTable(porter + "\n" + line)
    #expect(table.malformedLines == [line])
    #expect(table.families.map(\.id) == ["porter"])
    #expect(table.family(of: "Stout") == nil)
  }

  // MARK: - Placing styles

  @Test(arguments: [
    ("Black IPA", "black-ipa"), ("IPA - Black / Cascadian Dark Ale", "black-ipa"),
    ("IPA - Imperial / Double New England / Hazy", "hazy-ipa"), ("Pale Ale - New England / Hazy", "pale-ale"),
    ("India Pale Ale", "ipa"), ("Lager - IPL (India Pale Lager)", "pale-lager"),
    ("Non-Alcoholic Beer - Porter / Stout", "no-alcohol"), ("Stout - Imperial / Double", "imperial-stout"),
    ("Wheat Beer - Wheat Wine", "barley-wine"), ("Bock - Weizenbock", "wheat"),
    ("Maibock / Helles Bock", "bock"), ("Berliner Weissbier", "sour-wheat"), ("Flanders Red Ale", "flanders"),
    ("Scottish Gruit / Ancient Herbed Ale", "historical"), ("Scottish Export Ale", "scottish"),
    ("Belgian Strong Dark Ale", "quadrupel"), ("Belgian Strong Pale Ale", "tripel"),
    ("English Pale Mild Ale", "brown"), ("Lambic - Fruit", "lambic"), ("Fruited Stout", "stout"),
    ("Smoked Porter", "smoked"), ("Rye IPA", "ipa"), ("Rye Beer", "grain"),
  ])
  func theFirstFamilyOfSeveralIsTaken(_ style: String, _ family: String) {
    #expect(StyleFamily.of(style: style)?.id == family)
  }

  /// Words of labels and menus rather than of a list of styles.
  @Test(arguments: [
    ("Trappist", "belgian"), ("Trappist Ale", "belgian"), ("Trappist Dubbel", "dubbel"),
    ("Trappist Tripel", "tripel"), ("Trappist Quadrupel", "quadrupel"), ("Trappist Single", "belgian"),
    ("Abbey Ale", "belgian"), ("Bière d'abbaye", "belgian"), ("Abdijbier", "belgian"),
    ("Abbey Tripel", "tripel"), ("Spéciale Belge", "belgian"), ("Triple", "tripel"), ("Triple IPA", "ipa"),
    ("Golden Strong Ale", "tripel"), ("RIS", "imperial-stout"), ("NE IPA", "hazy-ipa"),
    ("DDH IPA", "hazy-ipa"), ("Weißbier", "wheat"), ("Weiss", "wheat"), ("Berliner Weiss", "sour-wheat"),
    ("Veteöl", "wheat"), ("Scotch", "scottish"), ("Zwickl", "helles"), ("Spezial", "helles"),
    ("Schwarz", "dark-lager"), ("Bruin", "brown"), ("Oud Bruin", "flanders"), ("Juleøl", "strong"),
    ("Rossa", "amber"), ("Rubia", "blonde"), ("Ležák", "pale-lager"), ("Tmavý ležák", "dark-lager"),
    ("Světlý ležák", "pilsner"), ("Light Beer", "pale-lager"), ("Emmer", "grain"),
    ("Vruchtenbier", "fruit-spice"), ("Coconut Porter", "porter"), ("Rookbier", "smoked"), ("Surøl", "wild"),
    ("Cervoise", "historical"), ("Gerstewijn", "barley-wine"), ("Alkoholfritt öl", "no-alcohol"),
  ])
  func stylesOnLabelsAndMenusHaveAFamily(_ style: String, _ family: String) {
    #expect(StyleFamily.of(style: style)?.id == family)
  }

  @Test(arguments: ["Kölsch", "kolsch", "  KÖLSCH!", "Ko\u{308}lsch", "Koelsch (Cologne)"])
  func caseAccentsAndPunctuationDoNotMatter(_ style: String) {
    #expect(StyleFamily.of(style: style)?.name == "Kölsch")
  }

  @Test(arguments: ["", " ", "…", "Other", "Beer", "Grand Cru", "Important", "Non", "Alcohol", "スタウト"])
  func aStyleWithoutTheWordsOfAFamilyHasNone(_ style: String) { #expect(StyleFamily.of(style: style) == nil) }

  @Test func everyFamilyHasARealStyle() {
    let placed = Set(NamedStyle.all.compactMap { StyleFamily.of(style: $0.name) })
    #expect(StyleFamily.all.filter { !placed.contains($0) }.map(\.name) == [])
  }

  @Test func expectedFamiliesAreInTheTable() {
    let ids = Set(StyleFamily.all.map(\.id))
    #expect(NamedStyle.all.compactMap(\.family).filter { !ids.contains($0) } == [])
  }

  /// Names that two families claim, of which the table prefers the wrong one, are listed.
  @Test(arguments: [
    ("Untappd", 260, [] as [String]), ("BeerAdvocate", 110, []),
    ("RateBeer", 120, ["Golden Ale/Blond Ale", "Strong Pale Lager/Imperial Pils"]), ("catalogue", 104, []),
    ("sample", 55, []),
  ])
  func realStylesAreInTheRightFamily(_ source: String, _ least: Int, _ misplaced: [String]) {
    let styles = NamedStyle.all.filter { $0.source == source }
    let wrong = styles.filter { !$0.isPlacedRight }
    #expect(styles.count >= least)
    #expect(wrong.map(\.name) == misplaced)
    #expect(wrong.count * 20 <= styles.count)
  }
}
