import DiaryModel
import Testing

@Suite struct MenuMatcherTests {
  /// What a line of a menu is, with the labels by their positions in `labels`.
  enum Expected: Equatable, CustomTestStringConvertible {
    case noBeer, new
    case had(Int64)
    case unsure(Int64)

    var testDescription: String { "\(self)" }
  }

  private static let labels: [(name: String, brewery: String)] = [
    ("Purple Haze", "Abita Brewing Co."), ("Amber", "Abita Brewing Co."), ("Turbodog", "Abita Brewing Co."),
    ("Orval", "Brasserie d'Orval"), ("Pliny the Elder", "Russian River Brewing Company"),
    ("Rochefort 8", "Brasserie de Rochefort"), ("Rochefort 10", "Brasserie de Rochefort"),
    ("IPA", "Lagunitas"),
    ("Pils", "Lagunitas"), ("Stout", ""), ("Guinness", "Guinness"), ("Milk Stout", "Left Hand Brewing"),
    ("Two Hearted IPA", "Bell's Brewery"), ("Breakfast Stout", "Founders Brewing Co."),
    ("KBS", "Founders Brewing Co."),
    ("Hefeweißbier", "Weihenstephaner"), ("Märzen", "Ayinger Brauerei"),
    ("Celebration Ale 2019", "Sierra Nevada"),
    ("Pale Ale", "Sierra Nevada"), ("Peashooter Pale Ale", "Rock Bottom"), ("Duvel", "Duvel Moortgat"),
    ("La Chouffe", "Brasserie d'Achouffe"), ("Jai Alai", "Cigar City"),
    ("Hazy Little Thing", "Sierra Nevada"),
    ("60 Minute IPA", "Dogfish Head"), ("90 Minute IPA", "Dogfish Head"),
    ("Westmalle Tripel", "Brouwerij Westmalle"),
    ("1554", "New Belgium"), ("Fat Tire", "New Belgium"), ("Punk IPA", "BrewDog"), ("Haze", "Canterbury"),
    ("Chimay", ""), ("Old Rasputin", "North Coast"), ("Abita Strawberry Lager", ""), ("Tank 7", "Boulevard"),
    ("Augustiner Helles", "Augustiner-Bräu"), ("Fantôme Saison", "Brasserie Fantôme"),
    ("Heady Topper", "The Alchemist"),
    ("Blanche de Namur", "Brasserie du Bocq"), ("Schneider Weisse Tap 6", "Schneider Weisse"),
    ("Bigfoot", "Sierra Nevada"), ("Pilsner Urquell", "Plzeňský Prazdroj"),
    ("McGuire's Irish Red", "McGuire's"),
    ("Édition Spéciale", "Dieu du Ciel!"), ("Budweiser", "Anheuser-Busch"),
    ("Moeder Overste", "Lefebvre"), ("De Dolle 21", "De Dolle Brouwers"),
  ]

  private static func matches(
    _ lines: [String], among labels: [(name: String, brewery: String)] = labels
  ) -> [MenuMatch] {
    var matcher = MenuMatcher(lines: lines)
    for (i, label) in labels.enumerated() {
      if let key = LabelKey(name: label.name, brewery: label.brewery) {
        matcher.consider(label: Int64(i), key: key.text)
      }
    }
    return matcher.matches()
  }

  @Test(
    arguments: [
      ("Purple Haze", .had(0)), ("3. Abita Purple Haze - 4.2% - $6", .had(0)), ("abita purple haze", .had(0)),
      ("Orval (Brasserie d'Orval) 6,2 %", .had(3)), ("Orval", .had(3)), ("Orval 33cl 4,50€", .had(3)),
      ("Russian River / Pliny the Elder / Double IPA 8%", .had(4)),
      ("Pliny The Elder | Russian River | Santa Rosa, CA", .unsure(4)),
      ("PLINY THE ELDER ........ 9", .had(4)), ("Rochefort 10", .had(6)),
      ("Trappistes Rochefort 8 - 9.2% ABV", .unsure(5)),
      ("Rochefort 8 (33 cl) 5.50", .had(5)), ("Rochefort 6", .new), ("Lagunitas IPA 16oz $7", .had(7)),
      ("Lagunitas Brewing IPA 6.2%", .had(7)), ("IPA", .noBeer), ("Pils 0,3l 3,20 €", .new),
      ("Stout", .noBeer),
      ("Goose Island IPA", .new), ("Guinness Draught 4.2% pint", .had(10)),
      ("Guinness Foreign Extra Stout", .unsure(10)),
      ("Left Hand Milk Stout", .had(11)), ("Left Hand Milk Stout Nitro", .unsure(11)),
      ("Young's Double Chocolate Stout", .new),
      ("Bell's Two Hearted India Pale Ale 7% 60 IBU", .had(12)), ("Bells Two Hearted IPA — 7.0", .had(12)),
      ("Founders Breakfast Stout - Coffee Stout", .unsure(13)),
      ("Founders / Breakfast Stout / Imperial Stout", .had(13)),
      ("Founders KBS $12", .had(14)), ("CBS", .new), ("Weihenstephaner Hefe-Weissbier 0.5l", .had(15)),
      ("Ayinger Maerzen 5.8%", .had(16)), ("Märzen", .noBeer), ("Sierra Nevada Celebration Ale", .unsure(17)),
      ("Sierra Nevada Celebration Ale 2019", .had(17)), ("Sierra Nevada Celebration Ale (2021)", .unsure(17)),
      ("Sierra Nevada Pale Ale, 12oz bottle", .had(18)), ("Oskar Blues Pale Ale", .new),
      ("Rock Bottom Pea Shooter Pale Ale", .had(19)), ("Duvel 8,5%", .had(20)),
      ("Duvel Tripel Hop Citra", .new),
      ("Chouffe", .had(21)), ("La Chouffe Blond 8°", .unsure(21)), ("Jai Alai IPA", .had(22)),
      ("Jai Alia", .new),
      ("Jai Alay", .new), ("Hazy Little Thing", .had(23)),
      ("Sierra Nevada Hazy Litle Thing IPA", .unsure(23)),
      ("Dogfish Head 60 Minute IPA", .had(24)), ("90 Minute", .unsure(25)),
      ("Dogfish Head 120 Minute IPA", .new),
      ("Westmalle Trippel", .had(26)), ("Westmalle Dubbel", .new), ("1554 New Belgium", .had(27)),
      ("Fat Tire Amber Ale", .unsure(28)),
      ("12) BrewDog - Punk IPA - 5.4%", .had(29)), ("Punk AF", .new), ("Canterbury Purple Haze", .unsure(0)),
      ("Chimay Tripel", .unsure(31)), ("Chimay Bleue", .new),
      ("Old Rasputin Russian Imperial Stout", .unsure(32)),
      ("Old Rasputin (Russian Imperial Stout) | North Coast", .had(32)),
      ("Abita Strawberry Lager 4.2%", .had(33)),
      ("Boulevard Tank 7 Farmhouse Ale 8.5% ABV $8.50", .had(34)),
      ("Augustiner Helles vom Fass", .unsure(35)),
      ("Fantome Saison", .had(36)), ("Heady Toper", .unsure(37)), ("Blanche de Namur 4.5%", .had(38)),
      ("Schneider Weisse Tap 6", .had(39)), ("Schneider Weisse Tap 7", .new),
      ("Bigfoot Barrel Aged", .unsure(40)),
      ("Pilsner Urquell 0.5 l  95 Kč", .had(41)), ("McGuire&#8217;s Irish Red", .had(42)),
      ("Edition Speciale", .had(43)),
      ("Budweiser Budvar", .new), ("Bud Light", .new), ("Turbodog, Brown Ale, Abita", .had(2)),
      ("Abita Amber", .had(1)),
      ("Abita Amber IPA", .unsure(1)), ("Alaskan Amber", .new), ("Cloudwater DDH Pale", .new),
      ("Westvleteren 12", .new),
      ("", .noBeer), ("   ", .noBeer), ("---", .noBeer), ("DRAFT BEERS", .noBeer), ("On tap today:", .noBeer),
      ("$7 / 16 oz", .noBeer), ("Stouts & Porters", .noBeer), ("Belgian Ales", .noBeer), ("IPAs", .noBeer),
      ("4.5%", .noBeer), ("Bottles & Cans", .noBeer), ("Abita - Oktoberfest - Amber", .unsure(1)),
      ("Sierra Nevada Torpedo - Pale Ale", .new),
      ("Sierra Nevada Bigfoot (Cognac Edition)", .unsure(40)),
      ("Brasserie Dieu du Ciel - Édition Spéciale 7,5 %", .had(43)),
      ("Turbodog | Foo Brewing | 5.6%", .unsure(2)), ("Bigfoot (Chico)", .unsure(40)),
      ("Foo - Bigfoot", .unsure(40)), ("Foo Bigfoot", .new),
      ("Petite Orval", .unsure(3)), ("Petite Duvel 3,5%", .unsure(20)), ("Petite Chimay", .unsure(31)),
      ("Villers Chimay 33cl", .unsure(31)), ("Foo Bar Chimay", .new), ("Petite Duvel Hop", .new),
      ("Moeder Overste", .had(45)), ("De Dolle \"21\"", .had(46)),
      ("Westmalle", .unsure(26)), ("Augustiner", .unsure(35)),
      ("Westmalle Extra", .new), ("Augustiner Edelstoff", .new), ("Lagunitas", .new),
      ("#3 Turbodog", .had(2)), ("Tap 3: Turbodog", .had(2)), ("12. Turbodog", .had(2)),
      ("Tap 12 - Rochefort 8", .had(5)), ("Tap 6 Schneider Weisse", .had(39)),
      ("Tap 7 Schneider Weisse", .new), ("#3 Maudite", .new),
      ("Kellerbier  0,5 l  4,90", .new), ("Kellerbier", .noBeer), ("Belgian Ales 5,00 €", .noBeer),
      ("DRAFT — this week", .noBeer), ("cheers! see you soon", .noBeer), ("See you soon 5.2%", .new),
    ] as [(String, Expected)])
  func aLineOfAMenuIsRecognizedOrNot(_ line: String, is expected: Expected) {
    let match = Self.matches([line])[0]
    switch (match, expected) {
    case (.noBeer, .noBeer), (.new, .new): break
    case (.had(let labels), .had(let expected)): #expect(labels == [expected])
    case (.unsure(let candidates), .unsure(let expected)):
      #expect(candidates.first?.label == expected)
      #expect(candidates.allSatisfy { !$0.differences.isEmpty })
    default: Issue.record("\(line) is \(match), not \(expected)")
    }
  }

  /// Names with the brewery in them, of which some have a common word besides it.
  private static let namesWithBreweries: [(name: String, brewery: String)] = [
    ("Guinness Draught", "Guinness"), ("Guinness Extra", ""), ("Westmalle Tripel", "Westmalle"),
    ("Rochefort 10", "Rochefort"), ("Chimay Blue", "Chimay"), ("Rodenbach Grand Cru", "Rodenbach"),
    ("Guinenss Stout", "Guinness"), ("Vitus", "Weihenstephaner"), ("IPA", "Lagunitas"),
  ]

  @Test(arguments: [
    ("Guiness Draught", 0, "guiness", "guinness"), ("Westmale Tripel", 2, "westmale", "westmalle"),
    ("Westmalle Tripl", 2, "tripl", "tripel"), ("Rochefor 10", 3, "rochefor", "rochefort"),
    ("Chimey Blue 33 cl", 4, "chimey", "chimay"), ("Rodenbch Grand Cru", 5, "rodenbch", "rodenbach"),
    ("Guinness Stout", 6, "guinness", "guinenss"),
    ("vitus weihenstephan", 7, "weihenstephan", "weihenstephaner"),
    ("Laguitas IPA", 8, "laguitas", "agunitas"),
  ])
  func aMisspelledLineMayBeTheBeerAlsoIfTheBreweryIsMisspelled(
    _ line: String, _ label: Int64, _ written: String, _ meant: String
  ) {
    guard case .unsure(let candidates) = Self.matches([line], among: Self.namesWithBreweries)[0] else {
      Issue.record("\(line) is not unsure")
      return
    }
    #expect(candidates.first?.label == label)
    #expect(candidates.first?.differences == [.spelling(written, meant)])
  }

  @Test(arguments: [
    "Westmalle Dubbel", "Westmale Dubbel", "Rochefor 8", "Guinness Nitro Surger", "Chimay Rouge",
    "Rodenbch Vintage", "Augustiner Vitus Hell", "Blue", "Heineken",
  ])
  func anotherBeerOfTheBreweryIsNew(_ line: String) {
    #expect(Self.matches([line], among: Self.namesWithBreweries) == [.new])
  }

  @Test func anotherKindOfBeerIsOneOfTheDifferences() {
    guard
      case .unsure(let candidates) = Self.matches(["Westmalle Dubbel"], among: [("Westmalle Tripel", "")])[0]
    else {
      Issue.record("it is not unsure")
      return
    }
    #expect(candidates[0].differences == [.extraWords("dubbel"), .missingWords("tripel")])
  }

  @Test func linesOfOneMenuDoNotInfluenceEachOther() {
    let lines = [
      "Purple Haze", "", "IPA", "Orval 6,2%", "Rochefort 8", "Westvleteren 12", "Canterbury Purple Haze",
    ]
    #expect(Self.matches(lines) == lines.flatMap { Self.matches([$0]) })
  }

  @Test func theDifferencesDescribeWhatIsNotTheSame() {
    func differences(_ line: String) -> [String] {
      guard case .unsure(let candidates) = Self.matches([line])[0] else { return [] }
      return candidates[0].differences.map(\.description)
    }
    #expect(differences("Canterbury Purple Haze") == ["brewery differs: “canterbury”, “abita brewing co”"])
    #expect(differences("Sierra Nevada Celebration Ale (2021)") == ["year differs: 2021, 2019"])
    #expect(differences("Sierra Nevada Celebration Ale") == ["only one has the year 2019"])
    #expect(differences("Heady Toper") == ["spelling differs: “toper”, “topper”"])
    #expect(differences("Left Hand Milk Stout Nitro") == ["extra: “nitro”"])
    #expect(differences("Petite Duvel") == ["extra: “petite”"])
    #expect(differences("90 Minute") == ["missing: “ipa”"])
    #expect(differences("Purple Haze Zero") == ["extra: “zero”"])
    #expect(differences("Augustiner") == ["missing: “helles”"])
  }

  @Test func labelsOfSeveralBreweriesWithTheNameAreAllNamed() {
    var matcher = MenuMatcher(lines: ["Purple Haze", "Abita Purple Haze"])
    matcher.consider(label: 1, key: "n:purple haze|abita")
    matcher.consider(label: 2, key: "n:purple haze|canterbury")
    matcher.consider(label: 1, key: "n:purple haze|abita brewing co")
    #expect(matcher.matches() == [.had([1, 2]), .had([1])])
  }

  @Test func keysThatAreNotNamesAreIgnored() {
    var matcher = MenuMatcher(lines: ["Purple Haze"])
    for key in ["untappd:4509", "beer:purple haze", "n:", "", "n:|", "purple haze|abita"] {
      matcher.consider(label: 1, key: key)
    }
    #expect(matcher.matches() == [.new])
  }
}
