// swift-tools-version: 6.1
import PackageDescription

// A package of its own, because the package of `beerdiary` has no network code.

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "beerdiary-postgresql",
  products: [.executable(name: "beerdiary-postgresql", targets: ["beerdiary-postgresql"])],
  targets: [
    .systemLibrary(name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    // The objects of diaries in the tables of a database.
    .target(name: "ObjectTables", dependencies: ["CPostgreSQL"], swiftSettings: settings),
    .executableTarget(
      name: "beerdiary-postgresql", dependencies: ["ObjectTables"], swiftSettings: settings),
    .testTarget(
      name: "ObjectTablesTests", dependencies: ["ObjectTables", "beerdiary-postgresql"],
      swiftSettings: settings),
  ]
)
