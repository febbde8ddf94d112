import DiaryModel
import Testing

/// The name of a beer on a line of a menu, and what else the line says.
@Suite struct MenuEntryTests {
  @Test(
    arguments: [
      ("3. Purple Haze - 4.2% - $6", "Purple Haze"), ("12) BrewDog - Punk IPA - 5.4%", "BrewDog - Punk IPA"),
      ("#3 Turbodog", "Turbodog"), ("Tap 3: Turbodog", "Turbodog"),
      ("Schneider Weisse Tap 6 5,4 %", "Schneider Weisse Tap 6"), ("Westvleteren 12", "Westvleteren 12"),
      ("1554", "1554"), ("Vol. 3 10%", "Vol. 3"), ("PLINY THE ELDER ........ 9", "PLINY THE ELDER"),
      ("Orval (Brasserie d'Orval) 6,2 %", "Orval (Brasserie d'Orval)"),
      ("Sierra Nevada Celebration Ale (2021) $7", "Sierra Nevada Celebration Ale (2021)"),
      ("Rodenbach Grand Cru (6,0%) 33cl: 5,50", "Rodenbach Grand Cru"),
      ("Haze (IPA, 5%) Lervig", "Haze (IPA) Lervig"), ("Haze - 5% - Lervig", "Haze - Lervig"),
      ("Haze, 5%, Lervig", "Haze, Lervig"), ("[Cask] Harvey's Best 4%", "[Cask] Harvey's Best"),
      ("Hel & Verdoemenis 10% 33cl € 7,50", "Hel & Verdoemenis"),
      ("McGuire&#8217;s Irish Red", "McGuire’s Irish Red"),
      ("Guinness Draught 4.2% pint", "Guinness Draught"), ("Bell's IPA 7% ABV, 60 IBU", "Bell's IPA"),
      ("Alc. 5% vol. Haze (bottle)", "Haze"), ("  Orval\t33cl ", "Orval"), ("$7 / 16 oz", "$7 / 16 oz"),
    ])
  func theNameIsTheLineWithoutWhatIsMeasured(_ line: String, _ name: String) {
    #expect(BeerFields(menuLine: line).name == name)
  }

  @Test func measuresWithUnitsBecomeFields() {
    #expect(
      BeerFields(menuLine: "Gose, 4.2%, 12 IBU, 0.4 L, £5.20")
        == BeerFields(name: "Gose", abv: 4.2, ibu: 12, serving: "0.4 L", price: "£5.20"))
    #expect(
      BeerFields(menuLine: "Kellerbier 5,0 % 0,5 l 4,90 €")
        == BeerFields(name: "Kellerbier", abv: 5, serving: "0,5 l", price: "4,90 €"))
    #expect(
      BeerFields(menuLine: "Chimay Bleue alc. 9 bottle 33 cl. 95 Kč")
        == BeerFields(name: "Chimay Bleue", abv: 9, serving: "bottle 33 cl", price: "95 Kč"))
  }

  /// A number without a unit may be a price or a strength, and two sizes have two prices.
  @Test(arguments: [
    "Haze 25cl €3 / 50cl €5.50", "Haze 4,90", "Haze — 7.0", "Haze ........ 9", "Haze 5% or 6%", "Haze 120%",
  ])
  func whatIsNotCertainIsLeftOut(_ line: String) {
    let fields = BeerFields(menuLine: line)
    #expect(fields == BeerFields(name: fields.name) && fields.name?.hasPrefix("Haze") == true)
  }
}
