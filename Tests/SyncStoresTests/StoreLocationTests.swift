import Foundation
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

  @Test(
    "A name with a colon is not taken for a folder",
    arguments: ["nas:beers", "nas:", ":sftp,host=h:beers", "a:b/c"])
  func remoteOrFolder(_ text: String) {
    let error = #expect(throws: StoreLocationError.remoteOrFolder(text)) { try location(text) }
    #expect(error?.sentence.contains("rclone:\(text)") == true)
  }

  @Test("A refused remote is named without its password")
  func refusedPassword() {
    let error = #expect(throws: StoreLocationError.self) { try location(":sftp,host=h,pass=hunter2:beers") }
    #expect(error?.sentence.contains("hunter2") == false)
  }

  @Test(
    "A folder may have a colon in its path",
    arguments: ["./nas:beers", "../nas:beers", "/nas:beers", "~/nas:beers", "a/b:c", "file:///nas:beers"])
  func folderWithColon(_ text: String) throws {
    let location = try location(text)
    #expect(location.text.hasPrefix("/") && location.text.contains(":"))
  }

  @Test("An empty location is refused")
  func empty() {
    #expect(throws: StoreLocationError.empty) { try location("") }
  }

  @Test("A remote of rclone is shown without its password, and kept with it")
  func rclone() throws {
    let text = "rclone::sftp,host=h,pass=hunter2:beers"
    let location = try location(text)
    #expect(location.text == "rclone::sftp,host=h,pass=…:beers")
    #expect(location.completeText == text)
    #expect(try self.location(location.completeText) == location)
    #expect(try location.store() is RcloneStore)
  }

  @Test(
    "Text after rclone that is no remote is refused",
    arguments: ["rclone:", "rclone:/x", "rclone:-x:y", "rclone://x"])
  func invalidRemote(_ text: String) {
    #expect(throws: StoreLocationError.invalidRemote) { try location(text) }
  }

  @Test(
    "A database is shown without its password, and kept with it",
    arguments: ["postgresql://ann:hunter2@db.home/beers", "postgres://ann:hunter2@db.home/beers"])
  func postgresql(_ text: String) throws {
    let location = try location(text)
    #expect(location.text == text.replacingOccurrences(of: "hunter2", with: "…"))
    #expect(location.completeText == text)
    #expect(try self.location(location.completeText) == location)
    #expect(try location.store() is PostgreSQLStore)
  }

  @Test("A database whose URL has spaces is refused")
  func invalidDatabase() {
    #expect(throws: StoreLocationError.invalidDatabase) { try location("postgresql://db.home/my beers") }
  }
}
