import DiaryModel
import Foundation
import Terminal
import Testing

@testable import DiaryUI

/// Texts that only screens show.
@Suite struct ScreenTextTests {
  @Test func textsThatDifferLateAreCutInTheMiddle() {
    func cut(_ width: Int, _ one: String, _ other: String) -> [String] {
      [
        one.truncated(to: width, unlike: other, ellipsis: "…"),
        other.truncated(to: width, unlike: one, ellipsis: "…"),
      ]
    }
    let name = "Barrel Aged Imperial Stout"
    let years = cut(20, "\(name) 2019", "\(name) 2021")
    #expect(years == ["Barrel…al Stout 2019", "Barrel…al Stout 2021"])
    // What follows the difference, such as the brewery, may be the same.
    let brewery = "(Brouwerij De Molen, Bodegraven)"
    let cuts = cut(30, "\(name) 2019 \(brewery)", "\(name) 2021 \(brewery)")
    #expect(cuts[0].contains("2019 (Br") && cuts[1].contains("2021 (Br"))
    #expect(cuts.allSatisfy { $0.columns <= 30 && $0.hasPrefix("Barrel Age…") && $0.hasSuffix("…") })
    #expect(cut(12, "Orval", "Orval 2019") == ["Orval", "Orval 2019"])
    #expect(cut(8, "Orval Trappist", "Westmalle Dubbel") == ["Orval T…", "Westmal…"])
    #expect(cut(8, name, name) == ["Barrel …", "Barrel …"])
    for width in 0...30 {
      #expect(cut(width, "黒黒黒黒黒黒黒黒黒黒黒黒黒黒黒1", "黒黒黒黒黒黒黒黒黒黒黒黒黒黒黒2").allSatisfy { $0.columns <= width })
    }
  }

  @Test(arguments: [
    ("csv", "imported from CSV"), ("untappd", "from Untappd"), ("catalogue", "from a catalog"),
    ("ratebeer", "from RateBeer"), ("beeradvocate", "from BeerAdvocate"),
    ("beer-diary-ios", "from Beer Diary for iOS"), ("elsewhere", "from elsewhere"),
  ])
  func originsAreNamedAsPeopleNameThem(_ source: String, _ text: String) {
    #expect(OriginText.text(Origin(source: source, id: "1")) == text)
  }
}
