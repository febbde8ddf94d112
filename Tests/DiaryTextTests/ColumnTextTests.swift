import DiaryText
import Interchange
import Testing

/// Columns that share a line.
@Suite struct ColumnTextTests {
  @Test func asManyNamesAreShownAsFit() {
    let names = ["hop", "malt", "yeast", "vintage"]
    func text(_ width: Int) -> String { ColumnText.group(.customField, names, width: width) }
    #expect(text(80) == "4 columns become custom fields: hop, malt, yeast, vintage")
    #expect(text(54) == "4 columns become custom fields: hop, malt and 2 more")
    #expect(text(40) == "4 columns become custom fields")
    #expect(
      ColumnText.group(.reference, ["bid"], width: 80)
        == "1 column with ids or links becomes a custom field: bid")
    #expect(ColumnText.group(.ignored, ["a", "b"], width: 80) == "2 columns are skipped: a, b")
  }
}
