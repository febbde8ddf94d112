import DiaryModel
import Testing

/// Which names mean the same custom field.
@Suite struct CustomFieldNameTests {
  @Test(arguments: [
    ("hop", "Hop"), ("säure", "SAURE"), ("Hop variety", "hop_variety"), ("hop-variety", "hopvariety"),
    ("brewery.country", "Brewery Country"), ("C+", "c +"), ("★", "★"), ("C-", "C"),
  ])
  func namesAreTheSame(_ a: String, _ b: String) {
    #expect(FilterKeyword.areSame(a, b) && FilterKeyword.areSame(b, a))
  }

  @Test(arguments: [
    ("C+", "C"), ("C+", "C-"), ("Price (€)", "price"), ("ABV %", "abv"), ("★", "☆"), ("", "-"),
  ])
  func namesAreDifferent(_ a: String, _ b: String) {
    #expect(!FilterKeyword.areSame(a, b) && !FilterKeyword.areSame(b, a))
  }

  @Test func theSameSpellingIsPreferred() {
    #expect(CustomFieldName.spelled("C-", like: ["C", "C-"]) == "C-")
    #expect(CustomFieldName.spelled("c-", like: ["D", "C"]) == "C")
    #expect(CustomFieldName.builtInField(named: "Drunk at") == "drunk_at")
    #expect(CustomFieldName.builtInField(named: "ABV %") == nil)
  }
}
