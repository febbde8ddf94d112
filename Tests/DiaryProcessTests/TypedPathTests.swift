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

  @Test(arguments: [
    ("~/beers.csv", "~/beers.csv"), ("'/nowhere/me/a/../b.csv'", "~/b.csv"), ("/tmp/b.csv", "/tmp/b.csv"),
  ])
  func aFileIsShownWithItsWholePath(_ typed: String, _ shown: String) {
    #expect(TypedPath.normalized(file: typed, home: "/nowhere/me") == shown)
  }

  @Test func aFileInTheWorkingFolderIsShownWithItsWholePath() {
    let shown = TypedPath.normalized(file: "./beers.csv", home: "/nowhere/me")
    #expect(shown.hasPrefix("/") && shown.hasSuffix("/beers.csv") && !shown.contains("./"))
  }

  @Test func everythingIsShownFromTheRootIfThatIsTheHomeFolder() {
    #expect(TypedPath.normalized("/nowhere/", home: "/") == "/nowhere/")
  }

  @Test(arguments: [
    ("~/a b.csv ", "/nowhere/me/a b.csv"), ("'/x/it'\\''s.csv'", "/x/it's.csv"),
    ("\"/x/a b.csv\"", "/x/a b.csv"),
    ("/x/a\\ b\\(1\\).csv", "/x/a b(1).csv"), ("file:///x/a%20b.csv", "/x/a b.csv"),
    ("file://localhost/x/caf%C3%A9.csv", "/x/café.csv"), ("/x/it's.csv", "/x/it's.csv"),
    ("'/x/a' '/x/b'", "'/x/a' '/x/b'"), ("'~/a b.csv'", "/nowhere/me/a b.csv"),
  ])
  func aDroppedPathIsUnderstood(_ typed: String, _ path: String) {
    #expect(TypedPath.expanded(typed, home: "/nowhere/me") == path)
  }
}
