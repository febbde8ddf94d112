/// What words of beer names, breweries and menus mean.
///
/// All words are folded as in `LabelKey.folded`.
enum LabelWords {
  /// Kinds of beer, which many names have or leave out: `Hop Devil` is `Hop Devil IPA`.
  static let styles = words(
    """
    abbaye abbey abdij ale ales alt altbier apa barleywine beer berliner bier biere birra bitter bock \
    brew cerveja cerveza cider common dipa doppelbock dubbel dunkelweizen eisbock esb farmhouse gose \
    gueuze heavy hefe hefeweizen helles ipa ipl keller kellerbier kolsch kristallweizen kvass lager \
    lambic maibock marzen mild neipa oktoberfest ol pale pils pivo porter quad quadrupel rauchbier \
    saison schwarzbier stout style tipa trappist tripel urbock vienna wee weizen weizenbock wheat wine \
    wit witbier
    """)

  /// Words for beer of any kind.
  static let beers = words("ale beer bier biere birra brew cerveja cerveza ol pivo")

  /// Words that many names have, and that distinguish beers of a brewery: `Double`, `Black`, `Belgian`.
  static let qualifiers = words(
    """
    adjunct aged amber american anniversary australian baltic barley barrel belgian berry best black \
    blond blonde bohemian bourbon british brown bruin brune burton cask cherry chocolate christmas \
    classic coast coffee cream cru cuvee czech dark dortmunder double dry dunkel dunkles east english \
    espresso euro export extra festbier flanders foreign french fresh fruit garde german ginger gold \
    golden grand harvest hazy hell helle herbed holiday honey hop hopped hoppy hops house imperial india \
    irish italian japanese juicy lemon light liquor lite low malt milk munich natural new nitro nut oak \
    oaked oatmeal oats old orange ordinary organic original oud peach plain premium pumpkin raspberry \
    red reserve roggen royal russian rye scotch scottish seasonal select session single smoked sour \
    special spiced spring steam strawberry strong summer sweet traditional triple unfiltered vanilla \
    vegetable vintage warmer weisse west wet whiskey white wild winter xmas zwickel
    """)

  /// Words that make a beer another one wherever a menu has them.
  static let variants = words(
    """
    aged barrel berry bourbon cherry chocolate coffee espresso lemon nitro oak oaked orange peach \
    raspberry strawberry vanilla whiskey
    """)

  /// What the names of breweries have around the brewery's own name.
  static let breweryForms = words(
    """
    ab ag aktiebryggeri ale ales and as beer beers bier bierbrouwerij biere birra birrificio brasserie \
    brasseries brau brauerei braugasthaus brauhaus brew breweries brewers brewery brewhouse brewing \
    brewpub brouwerij browar bryggeri bryggeriet brygghus bryghus bv by cerveceria cervejaria cerveza \
    cie co company coop corp corporation craft da das de del dem den der des di die du et fils gmbh \
    house inc kg la le les limited llc ltd microbrasserie microbrewery nv of pivovar pivovary \
    privatbrauerei pub restaurant sa sons spa srl the und van works y zum zur
    """)

  /// Words that carry no meaning in a name.
  static let fillers = words("and n of the und et y de la le les der die das")

  /// What menus have next to names, and headings of menus.
  static let menuWords = words(
    """
    abv alc alcohol beers bottle bottled bottles btl can canned cans cask ciders cl dl draft draught \
    each eur euro flight from glass growler guest half ibu ibus ipas keg kr l lagers large list liter \
    liters litre menu ml no on our oz pilsners pint pints pitcher plato porters pt rotating saisons sek \
    size small sours stein stouts tap tapa taps today todays vol
    """)

  /// What only headings and other sentences of menus have.
  static let headingWords = words(
    """
    available cheers closed coming enjoy featured kitchen menu month now open please season see selection \
    soon thank thanks this tomorrow tonight us week weekend weekly welcome you
    """)

  /// Spellings of a word, with the one that stands for all of them.
  static let spellings: [String: String] = [
    "pilsner": "pils", "pilsener": "pils", "pilsen": "pils", "pilzner": "pils",
    "blond": "blonde", "weissbier": "weizen", "weiss": "weisse", "weizenbier": "weizen",
    "hefeweissbier": "hefeweizen",
    "hefeweiss": "hefeweizen", "hefeweisse": "hefeweizen", "whisky": "whiskey", "grey": "gray",
    "octoberfest": "oktoberfest",
    "marzenbier": "marzen", "bockbier": "bock", "quadruppel": "quadrupel", "trippel": "tripel",
    "dunkler": "dunkel",
    "gueze": "gueuze", "geuze": "gueuze", "geueze": "gueuze", "anniv": "anniversary", "kolsh": "kolsch",
    "lagerbier": "lager", "saint": "st", "number": "no", "nr": "no", "rauch": "rauchbier",
    "schwarz": "schwarzbier",
    "colour": "color", "imp": "imperial", "flavour": "flavor", "yr": "year", "mt": "mount",
  ]

  /// Returns the word that stands for all spellings of a word: `pils` for `pilsener`.
  ///
  /// Umlauts that are written as two letters lose the second, as folding loses their dots: `maerzen` is `marzen`.
  static func canonical(_ word: String) -> String {
    if let canonical = spellings[word] { return canonical }
    if isCommon(word) || breweryForms.contains(word) { return word }
    if !word.utf8.contains(UInt8(ascii: "e")) { return word }
    var plain: [UInt8] = []
    for (i, letter) in word.utf8.enumerated() {
      let isUmlaut = letter == UInt8(ascii: "e") && plain.last.map("aou".utf8.contains) == true
      if isUmlaut && word.utf8.count > 4 && i < word.utf8.count - 1 { continue }
      plain.append(letter)
    }
    if plain.count == word.utf8.count { return word }
    let spelled = String(decoding: plain, as: UTF8.self)
    return spellings[spelled] ?? spelled
  }

  /// Returns the canonical words of a folded text, with `ipa` for `india pale ale`.
  static func canonicalWords(ofFolded text: String) -> [String] {
    var result: [String] = []
    for word in text.utf8.split(separator: UInt8(ascii: " ")) {
      let word = canonical(String(Substring(word)))
      result.append(word)
      for (words, abbreviation) in abbreviations[word] ?? [] where result.suffix(words.count) == words[...] {
        result.removeLast(words.count)
        result.append(abbreviation)
      }
    }
    return result
  }

  /// The abbreviations of several words, by the last of these.
  private static let abbreviations: [String: [(words: [String], abbreviation: String)]] = [
    "ale": [(["india", "pale", "ale"], "ipa"), (["american", "pale", "ale"], "apa")],
    "ipa": [(["double", "ipa"], "dipa")],
    "a": [(["i", "p", "a"], "ipa"), (["a", "p", "a"], "apa")],
    "bitter": [(["extra", "special", "bitter"], "esb")],
    "b": [(["e", "s", "b"], "esb")],
    "wine": [(["barley", "wine"], "barleywine")],
  ]

  /// Returns the words of a brewery's own name: `["abita"]` for `abita brewing co`.
  ///
  /// These are all its words if they are all common.
  static func ownWords(ofBrewery words: [String]) -> [String] {
    let own = words.filter { !breweryForms.contains($0) }
    return (own.isEmpty ? words : own).map(withoutArticle)
  }

  /// Returns a word without an article that an apostrophe separated from it: `orval` for `dorval`.
  static func withoutArticle(_ word: String) -> String {
    let letters = word.utf8
    guard letters.count >= 5, letters.first == UInt8(ascii: "d") || letters.first == UInt8(ascii: "l"),
      "aeiou".utf8.contains(letters[letters.index(after: letters.startIndex)])
    else { return word }
    return String(word.dropFirst())
  }

  /// Whether many beers have the word, so that it says little about which one is meant.
  static func isCommon(_ word: String) -> Bool {
    styles.contains(word) || qualifiers.contains(word) || fillers.contains(word)
  }

  /// Returns the year that a word of four digits is; `nil` if it is not from 1950 to 2049.
  static func year(_ word: String) -> Int? {
    guard word.utf8.count == 4, let year = Int(word), 1950..<2050 ~= year else { return nil }
    return year
  }

  /// Whether a word is a number, an ordinal or another word with digits, or a Roman numeral.
  static func isNumber(_ word: String) -> Bool {
    word.utf8.contains { 0x30...0x39 ~= $0 } || romanNumerals.contains(word)
  }

  private static let romanNumerals = words("i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xx xxx")

  private static func words(_ text: String) -> Set<String> {
    Set(text.split(separator: " ").map(String.init))
  }
}
