import DiaryProcess
import Testing

/// Paths as the user types them, and as they are shown.
@Suite struct TypedPathTests {
  @Test(arguments: [
    ("~/", "~/"), ("/nowhere/me/a/../b/", "~/b/"), ("~/../", "/nowhere/"), ("/", "/"), ("/../", "/"),
    ("/nowhere/me2/", "/nowhere/me2/"), ("/nowhere/me", "~/"),
  ])
  func aFolderIsShownWithoutDetours(_ typed: String, _ shown: String) {
    #expect(TypedPath.normalized(typed, home: "/nowhere/me") == shown)
  }

  @Test func everythingIsShownFromTheRootIfThatIsTheHomeFolder() {
    #expect(TypedPath.normalized("/nowhere/", home: "/") == "/nowhere/")
  }
}
