extension Appearance {
  /// Whether words and numbers are in place of all drawings, which screen readers would read character by character.
  var usesWords: Bool { !pictureMethod.drawsPictures }

  /// Whether beers have squares of their color.
  var showsSwatches: Bool { hasSwatches && !usesWords }
}
