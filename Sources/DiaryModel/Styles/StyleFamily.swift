/// A family of beer styles, such as the stouts, of which `Stout - Oatmeal` and `Irish Dry Stout` are styles.
package struct StyleFamily: Hashable, Identifiable, Sendable {
  /// What the family is called in data, such as `black-ipa`; stays the same when the name changes.
  package let id: String

  /// The name to show, such as `Black IPA`.
  package let name: String

  /// The usual color, from straw at 2 to black at 40, by the Standard Reference Method (SRM).
  package let srm: ClosedRange<Int>

  /// All families, those that take precedence first.
  package static var all: [StyleFamily] { StyleFamilyTable.shipped.families }

  /// Returns the family of a style as people and programs write it; `nil` if no word tells.
  ///
  /// - Parameter style: Such as `IPA - New England / Hazy`, `American Double / Imperial IPA` or `dubbel`.
  package static func of(style: String) -> StyleFamily? { StyleFamilyTable.shipped.family(of: style) }
}
