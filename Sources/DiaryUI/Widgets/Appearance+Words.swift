import DiaryText

extension Appearance {
  /// Whether words and numbers are in place of all drawings, which screen readers would read character by character.
  var usesWords: Bool { !pictureMethod.drawsPictures }

  /// Whether beers have squares of their color.
  var showsSwatches: Bool { hasSwatches && !usesWords }

  /// Returns a rating in stars, in words as a number.
  func stars(_ rating: Double?) -> String {
    usesWords ? BeerText.rating(rating) : BeerText.stars(rating, glyphs: glyphs)
  }

  /// Returns the number after a rating in stars; empty in words, where it is in place of the stars.
  func numberAfterStars(_ rating: Double?) -> String { usesWords ? "" : BeerText.rating(rating) }
}
