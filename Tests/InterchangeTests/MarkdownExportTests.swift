import DiaryModel
import DiaryStore
import Pictures
import TestSupport
import Testing

@testable import Interchange

/// Text in Markdown is shown as it was written.
@Suite struct MarkdownExportTests {
  private func document(_ fields: BeerFields) throws -> [String] {
    let folder = try TemporaryFolder()
    let diary = try Diary.open(at: folder.file("diary.sqlite"))
    _ = try diary.add(NewBeer(fields: fields))
    var bytes: [UInt8] = []
    _ = try DiaryExport(.markdown).run(from: diary) { bytes += $0 }
    try diary.close()
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test(arguments: [
    ("a*b_c|d#e`f", ##"a\*b_c\|d#e\`f"##), ("[x](y) <b> &amp; ~z~", #"\[x\](y) \<b> \&amp; ~z\~"#),
    ("two\nlines", "two lines"), (#"\* C:\"#, #"\\\* C:\\"#), ("Beer #", ##"Beer \#"##),
    ("_old_", #"\_old\_"#),
  ])
  func aNameStaysText(_ name: String, _ escaped: String) throws {
    #expect(try document(BeerFields(name: name)).contains("## " + escaped))
  }

  @Test func ordinaryTextHasNoBackslashes() throws {
    let notes = """
      Dr. Who's best-of (5.2% ~ 6%)! #1, a+b = c, 2 * 3 < 7 > 1 {x} R&D
      -5 degrees, snake_case, C#, C:\\beer, 3.5 and 1.
      """
    let lines = try document(BeerFields(name: "St. Bernardus Abt 12", brewery: "De Molen!", notes: notes))
    #expect(
      lines == ["# Beer diary", "## St. Bernardus Abt 12", "De Molen!  "] + notes.lines.map { $0 + "  " })
  }

  @Test func aBreweryThatLooksLikeAListStaysText() throws {
    #expect(try document(BeerFields(name: "A", brewery: "4. Kopf")).contains(#"4\. Kopf  "#))
  }

  @Test func linesOfNotesStayLines() throws {
    let notes = "Head\n===\n1. malt\n2) hops\n    dry\r\n- end\n# no\n> so\n---\n3.5"
    let lines = try document(BeerFields(name: "A", notes: notes))
    #expect(
      lines.suffix(10) == [
        "Head  ", #"\===  "#, #"1\. malt  "#, #"2\) hops  "#, "dry  ", #"\- end  "#, ##"\# no  "##,
        #"\> so  "#,
        #"\---  "#, "3.5  ",
      ])
  }

  /// CommonMark would read each as emphasis, code, a link, HTML, a character reference or a cell.
  @Test(arguments: [
    ("*hop*", #"\*hop\*"#), ("a**b**c", #"a\*\*b\*\*c"#), ("_hop_", #"\_hop\_"#), ("a _b_ c", #"a \_b\_ c"#),
    ("~~hop~~", #"\~\~hop\~\~"#), ("`hop`", #"\`hop\`"#), ("[a](b)", #"\[a\](b)"#),
    ("![a](b)", #"!\[a\](b)"#),
    ("<b>", #"\<b>"#), ("</b>", #"\</b>"#), ("<!-- a -->", #"\<!-- a -->"#), ("<?a?>", #"\<?a?>"#),
    ("<http://a.b>", #"\<http://a.b>"#), ("&amp;", #"\&amp;"#), ("&#233;", #"\&#233;"#),
    ("&#xE9;", #"\&#xE9;"#),
    ("a|b", #"a\|b"#), (#"\*"#, #"\\\*"#), (#"a\"#, #"a\\"#),
  ])
  func marksWithinALineAreEscaped(_ text: String, _ escaped: String) {
    #expect(MarkdownText(text).escaped == escaped)
  }

  /// A backslash before punctuation is left out when Markdown is read, and no other sign is.
  @Test(arguments: Seeds.range(0..<20))
  func withoutItsBackslashesATextIsAsItWas(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let signs = Array(##"*_`~[]()<>#+-=!|&;.:\/ 01ab"é🍺"##)
    for _ in 0..<500 {
      let count = Int.random(in: 1...12, using: &random)
      let text = String((0..<count).compactMap { _ in signs.randomElement(using: &random) })
      let escaped = MarkdownText(text).escaped
      let read = escaped.replacing(/\\([!-\/:-@\[-`{-~])/) { $0.output.1 }
      #expect(read == text.drop { $0 == " " }, "\(text)")
      #expect(!["- ", "+ ", "# ", ">"].contains { escaped.hasPrefix($0) }, "\(escaped)")
    }
  }

  /// A browser would end the path at `#`, and read `%20` as a blank; CommonMark would read `&amp;` as `&`.
  @Test func aPathOfAPhotoStaysAPath() throws {
    let folder = try TemporaryFolder()
    let diary = try Diary.open(at: folder.file("diary.sqlite"))
    let beer = try diary.add(NewBeer(fields: BeerFields(name: "Batch #7 100%20 &amp;"))).id
    _ = try diary.addPhoto(to: beer, image: MemoryBytes(Array("a".utf8)))
    let detail = try #require(try diary.beer(beer))
    var photos = try PhotoExport(from: diary, to: folder.file("photos"))
    var export = DiaryExport(.markdown)
    for photo in detail.photos {
      export.files[photo.uuid] = try photos.export(photo, of: detail.beer).file
    }
    export.photoFolder = "my: photos?"
    var bytes: [UInt8] = []

    _ = try export.run(from: diary) { bytes += $0 }

    let link = "![](<my%3A photos%3F/Batch %237 100%2520 %26amp; 1.bin>)"
    #expect(String(decoding: bytes, as: UTF8.self).split(separator: "\n").last == link[...])
  }

  @Test(arguments: [
    ("beers.md", "photos", "photos"), ("beers.md", "./photos/", "photos"),
    ("beers.md", "../photos", "../photos"), ("out/beers.md", "out/photos", "photos"),
    ("out/beers.md", "photos", "../photos"), ("a/b/beers.md", "a/c/d", "../c/d"),
    ("out/beers.md", "out", "."), ("out/beers.md", "/photos", "/photos"),
  ])
  func aReferenceIsRelativeToTheDocument(_ document: String, _ folder: String, _ reference: String) {
    #expect(FilePath(document).reference(to: folder) == reference)
  }

  @Test func idsAndLinksAreLeftOut() throws {
    let extras: [String: JSONValue] = [
      "hop": .text("Citra"), "bid": .integer(4499), "checkin_id": .text("1234567"),
      "beer_url": .text("https://example.org/b/4499"),
    ]
    let lines = try document(BeerFields(name: "A", extras: extras))
    #expect(lines.filter { $0.hasPrefix("- ") } == ["- hop: Citra"])
  }
}

extension String {
  fileprivate var lines: [String] { split(separator: "\n").map(String.init) }
}
