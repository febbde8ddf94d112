import Foundation
import SyncStores
import Testing

@Suite struct StoreLocationTests {
  private func location(_ text: String) throws -> StoreLocation {
    try StoreLocation(text, currentFolder: "/home/ann/beers", home: "/home/ann")
  }

  @Test(
    arguments: [
      ("/mnt/stick", "/mnt/stick"), ("~/Sync/beers", "/home/ann/Sync/beers"), ("~", "/home/ann"),
      ("store", "/home/ann/beers/store"), ("../store/", "/home/ann/store"), ("file:///mnt/x", "/mnt/x"),
    ])
  func aPathIsAFolder(_ text: String, _ path: String) throws {
    #expect(try location(text) == .folder(path))
  }

  @Test func aSchemeThatTheProgramDoesNotKnowIsRefused() {
    #expect(throws: StoreLocationError.unknownScheme("ftp")) { try location("ftp://example.org/beers") }
  }

  @Test(arguments: ["nas:beers", "nas:", ":sftp,host=h:beers", "a:b/c"])
  func aNameWithAColonIsNotTakenForAFolder(_ text: String) {
    let error = #expect(throws: StoreLocationError.remoteOrFolder(text)) { try location(text) }
    #expect(error?.sentence.contains("rclone:\(text)") == true)
  }

  @Test func aRefusedRemoteIsNamedWithoutItsPassword() {
    let error = #expect(throws: StoreLocationError.self) { try location(":sftp,host=h,pass=hunter2:beers") }
    #expect(error?.sentence.contains("hunter2") == false)
  }

  @Test(arguments: ["./nas:beers", "../nas:beers", "/nas:beers", "~/nas:beers", "a/b:c", "file:///nas:beers"])
  func aFolderMayHaveAColonInItsPath(_ text: String) throws {
    let location = try location(text)
    #expect(location.text.hasPrefix("/") && location.text.contains(":"))
  }

  @Test func anEmptyLocationIsRefused() {
    #expect(throws: StoreLocationError.empty) { try location("") }
  }

  @Test func aRemoteOfRcloneIsShownWithoutItsPasswordAndKeptWithIt() throws {
    let text = "rclone::sftp,host=h,pass=hunter2:beers"
    let location = try location(text)
    #expect(location.text == "rclone::sftp,host=h,pass=…:beers")
    #expect(location.completeText == text)
    #expect(try self.location(location.completeText) == location)
    #expect(location.store() is RcloneStore)
  }

  @Test(arguments: ["rclone:", "rclone:/x", "rclone:-x:y", "rclone://x"])
  func textAfterRcloneThatIsNotARemoteIsRefused(_ text: String) {
    #expect(throws: StoreLocationError.invalidRemote) { try location(text) }
  }

  @Test(arguments: ["postgresql://ann:hunter2@db.home/beers", "postgres://ann:hunter2@db.home/beers"])
  func aDatabaseIsShownWithoutItsPasswordAndKeptWithIt(_ text: String) throws {
    let location = try location(text)
    #expect(location.text == text.replacingOccurrences(of: "hunter2", with: "…"))
    #expect(location.completeText == text)
    #expect(try self.location(location.completeText) == location)
    #expect(location.store() is PostgreSQLStore)
  }

  @Test func aDatabaseWhoseURLHasSpacesIsRefused() {
    #expect(throws: StoreLocationError.invalidDatabase) { try location("postgresql://db.home/my beers") }
  }
}
