import SyncStores
import Testing

@Suite struct RcloneRemoteTests {
  @Test(
    arguments: [
      ("beers:", "beers:"), ("beers:bucket/diary", "beers:bucket/diary"),
      ("my beers:a:b,c=d", "my beers:a:b,c=d"),
      (":local:/mnt/x", ":local:/mnt/x"),
      (":sftp,host=h,user=ann,pass=hunter2:a/b", ":sftp,host=h,user=ann,pass=…:a/b"),
      (#":sftp,pass="a:b,c""d",host=h:x"#, ":sftp,pass=…,host=h:x"),
      (
        ":s3,access_key_id='a',secret_access_key='b',env_auth:x",
        ":s3,access_key_id=…,secret_access_key=…,env_auth:x"
      ),
      (":webdav,url='https://ann:pw@example.org/':x", ":webdav,url='https://…@example.org/':x"),
      ("beers,TOKEN=abc:", "beers,TOKEN=…:"), (":sftp,host=:x", ":sftp,host=:x"),
    ])
  func passwordsOfARemoteAreNotShown(_ text: String, _ redacted: String) throws {
    let remote = try #require(RcloneRemote(text))
    #expect(remote.text == text)
    #expect(remote.redactedText == redacted)
  }

  @Test(
    arguments: [
      "", "beers", "/mnt/beers", "a/b:c", "-beers:", "--config=x:y", ":", "::", ":,a=b:c", ":sftp",
      ":sftp,host=h",
      ":sftp,:x", ":sftp,=b:x", ":sftp,pass='a:x", ":sftp,pass='a'b:x", "be\ners:x", "./x:y",
    ])
  func textThatRcloneWouldTakeForAPathOrAnOptionIsNotARemote(_ text: String) {
    #expect(RcloneRemote(text) == nil)
  }

  @Test(
    arguments: [
      ("beers:", "beers:", "beers:log/"), ("beers:a", "beers:a/", "beers:a/log/"),
      ("beers:a/", "beers:a/", "beers:a/log/"),
      (":local:/", "beerdiarystore:/", "beerdiarystore:/log/"),
      ("beers,a=b:", "beers,a=b:", "beers,a=b:log/"),
      ("beers:diary", "beers:diary", "beers:diary/log/"),
      ("beers:a/diary/", "beers:a/diary", "beers:a/diary/log/"),
      ("beers:mydiary", "beers:mydiary/", "beers:mydiary/log/"),
    ])
  func aFolderEndsWithASlashUnlessAnObjectHasItsName(
    _ text: String, _ root: String, _ folder: String
  ) throws {
    let remote = try #require(RcloneRemote(text))
    #expect(remote.folder() == root)
    #expect(remote.folder("log") == folder)
  }

  @Test func aRemoteWithoutANameIsConfiguredByVariables() throws {
    let remote = try #require(RcloneRemote(#":sftp,host=h,pass="a:""b",key-use-agent,user=:a:b"#))
    #expect(
      remote.variables == [
        "RCLONE_CONFIG_BEERDIARYSTORE_TYPE": "sftp", "RCLONE_CONFIG_BEERDIARYSTORE_HOST": "h",
        "RCLONE_CONFIG_BEERDIARYSTORE_PASS": "a:\"b", "RCLONE_CONFIG_BEERDIARYSTORE_KEY_USE_AGENT": "true",
        "RCLONE_CONFIG_BEERDIARYSTORE_USER": "",
      ])
    #expect(remote.folder() == "beerdiarystore:a:b/")
    #expect(try #require(RcloneRemote("beers,pass=x:a")).variables.isEmpty)
  }

  @Test func passwordsAreRemovedFromMessagesAlsoWhereTheyAreQuoted() throws {
    let remote = try #require(RcloneRemote(#":sftp,host=h,user=u,pass='it''s me',key=abc:x"#))
    #expect(remote.redacted("Cannot open \(remote.text)") == "Cannot open \(remote.redactedText)")
    #expect(remote.redacted("it's me, it''s me, abc") == "…, …, abc")
    #expect(remote.redacted("see https://u:p@h/x and https://h/x") == "see https://…@h/x and https://h/x")
  }
}
