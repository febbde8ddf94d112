import SyncStores
import Testing

@Suite("Locations of stores")
struct StoreLocationTests {
  private func location(_ text: String) throws -> StoreLocation {
    try StoreLocation(text, currentFolder: "/home/ann/beers", home: "/home/ann")
  }

  @Test(
    "A path is a folder",
    arguments: [
      ("/mnt/stick", "/mnt/stick"), ("~/Sync/beers", "/home/ann/Sync/beers"), ("~", "/home/ann"),
      ("store", "/home/ann/beers/store"), ("../store/", "/home/ann/store"), ("file:///mnt/x", "/mnt/x"),
    ])
  func paths(_ text: String, _ path: String) throws {
    #expect(try location(text) == .folder(path))
  }

  @Test("A scheme that the program does not know is refused")
  func unknownScheme() {
    #expect(throws: StoreLocationError.unknownScheme("ftp")) { try location("ftp://example.org/beers") }
  }

  @Test("An empty location is refused")
  func empty() {
    #expect(throws: StoreLocationError.empty) { try location("") }
  }
}
