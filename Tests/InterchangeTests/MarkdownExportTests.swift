import DiaryModel
import DiaryStore
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
    ("a*b_c|d#e`f", ##"a\*b\_c\|d\#e\`f"##), ("[x](y) <b> &amp; ~z~", #"\[x\](y) \<b\> \&amp; \~z\~"#),
    ("two\nlines", "two lines"), (#"C:\beer"#, #"C:\\beer"#),
  ])
  func aNameStaysText(_ name: String, _ escaped: String) throws {
    #expect(try document(BeerFields(name: name)).contains("## " + escaped))
  }

  @Test func aBreweryThatLooksLikeAListStaysText() throws {
    #expect(try document(BeerFields(name: "A", brewery: "4. Kopf")).contains(#"4\. Kopf  "#))
  }

  @Test func linesOfNotesStayLines() throws {
    let notes = "Head\n===\n1. malt\n2) hops\n    dry\r\n- end\n3.5"
    let lines = try document(BeerFields(name: "A", notes: notes))
    #expect(
      lines.suffix(7) == [
        "Head  ", #"\=\=\=  "#, #"1\. malt  "#, #"2\) hops  "#, "dry  ", #"\- end  "#, #"3\.5  "#,
      ])
  }
}
