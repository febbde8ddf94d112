// swift-tools-version: 6.1
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Optimizes debug builds as well, in which the tests would otherwise take twice as long.
let optimized = settings + [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// Tests are not optimized, because the compiler crashes on them with `-O`.
///
/// As a flag of the frontend, this overrides the `-O` with which `make test` optimizes the packages that the project
/// depends on.
let unoptimized = settings + [.unsafeFlags(["-Xfrontend", "-Onone"], .when(configuration: .debug))]

let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let sqlite: Target.Dependency = .product(name: "GRDBSQLite", package: "GRDB.swift")
let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let cryptoExtras: Target.Dependency = .product(name: "CryptoExtras", package: "swift-crypto")
let toml: Target.Dependency = .product(name: "TOMLKit", package: "TOMLKit")
let arguments: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")

/// Decoding JPEG and PNG needs libjpeg and libpng; without them photos are described by their headers.
let codecs: Set<String> = ["PictureCodecs"]

/// The system's linker cannot link the static C++ library that `make` names; this one's layout of the program also takes
/// 2 MB less of memory.
let linker: LinkerSetting = .unsafeFlags(["-use-ld=lld"])

let package = Package(
  name: "beerdiary",
  products: [
    .executable(name: "beerdiary", targets: ["beerdiary"]),
    // Loaded into the program by the fault tests.
    .library(name: "SystemCallFaults", type: .dynamic, targets: ["SystemCallFaults"]),
  ],
  traits: [
    .trait(name: "PictureCodecs", description: "Shows photos: needs libjpeg-dev and libpng-dev.")
  ],
  dependencies: [
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
    .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
  ],
  targets: [
    .target(
      name: "CNcurses",
      linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
    .target(name: "CFileSystem"),
    .systemLibrary(name: "CMalloc"),
    .systemLibrary(name: "CZlib"),
    .target(
      name: "CJPEG",
      cSettings: [.define("PICTURE_CODECS", .when(traits: codecs))],
      linkerSettings: [.linkedLibrary("jpeg", .when(traits: codecs))]),
    .target(
      name: "CPNG",
      cSettings: [.define("PICTURE_CODECS", .when(traits: codecs))],
      linkerSettings: [.linkedLibrary("png16", .when(traits: codecs))]),
    .target(
      name: "Pictures",
      dependencies: [
        .target(name: "CJPEG", condition: .when(traits: codecs)),
        .target(name: "CPNG", condition: .when(traits: codecs)),
      ],
      swiftSettings: optimized),
    .target(name: "Telemetry", dependencies: [crypto], swiftSettings: optimized),
    .target(
      name: "DiaryModel", resources: [.embedInCode("Resources/style-families.tsv")], swiftSettings: optimized),
    .target(
      name: "SQLiteKit", dependencies: [grdb, sqlite, "CFileSystem", "CMalloc"], swiftSettings: optimized),
    .target(
      name: "CoreDataMigration", dependencies: [grdb, sqlite, "DiaryModel", "Pictures", "SQLiteKit"],
      swiftSettings: optimized),
    .target(
      name: "DiaryStore",
      dependencies: [grdb, crypto, "CoreDataMigration", "DiaryModel", "Pictures", "SQLiteKit"],
      swiftSettings: optimized),
    .target(
      name: "DiaryUpkeep",
      dependencies: [
        grdb, "CoreDataMigration", "DiaryModel", "DiaryStore", "Pictures", "SQLiteKit",
      ],
      swiftSettings: optimized),
    .target(
      name: "Interchange", dependencies: [crypto, "DiaryModel", "DiaryStore", "SQLiteKit"],
      swiftSettings: optimized),
    // Coastlines and borders, and where a position is on a map.
    .target(name: "WorldMap", swiftSettings: optimized),
    // One diary on several devices: merging their changes, and exchanging them as encrypted objects through a store.
    .target(name: "Sync", dependencies: [crypto, cryptoExtras, "CZlib"], swiftSettings: optimized),
    // Where a synchronized diary can be stored: folders, and what other programs copy files to.
    .target(name: "SyncStores", dependencies: ["CFileSystem", "Sync"], swiftSettings: optimized),
    // Connects a diary with Sync: its rows as registers, and the state of the merge in tables.
    .target(
      name: "DiarySync",
      dependencies: [
        grdb, "DiaryModel", "DiaryStore", "Pictures", "SQLiteKit", "Sync", "SyncStores",
      ],
      swiftSettings: optimized),
    .target(name: "CTextWidth"),
    .target(name: "Terminal", dependencies: ["CTextWidth"], swiftSettings: optimized),
    .target(name: "TerminalCurses", dependencies: ["CNcurses", "Terminal"], swiftSettings: optimized),
    // Words for what commands print and screens show.
    .target(
      name: "DiaryText",
      dependencies: [
        "Terminal", "DiaryModel", "DiaryStore", "DiaryUpkeep", "SQLiteKit", "Interchange", "Pictures",
        "Telemetry",
      ],
      swiftSettings: optimized),
    .target(
      name: "DiaryUI",
      dependencies: [
        "Terminal", "DiaryText", "Settings", "DiaryModel", "CoreDataMigration", "DiaryStore", "DiaryUpkeep",
        "SQLiteKit", "Interchange", "Pictures", "Telemetry", "WorldMap",
      ],
      swiftSettings: optimized),
    .target(
      name: "Settings",
      dependencies: [toml, "DiaryText", "DiaryStore", "Interchange", "Terminal"],
      swiftSettings: optimized),
    // What commands and the interface need of the system: folders, standard streams, signals, other programs, exit statuses.
    .target(
      name: "DiaryProcess",
      dependencies: [
        "Terminal", "DiaryText", "DiaryStore", "DiaryUpkeep", "SQLiteKit", "Interchange", "Pictures",
        "Telemetry",
      ],
      swiftSettings: optimized),
    .target(
      name: "DiaryRuntime",
      dependencies: [
        "Terminal", "TerminalCurses", "DiaryProcess", "DiaryText", "DiaryUI", "Settings", "DiaryModel",
        "CoreDataMigration", "DiaryStore", "DiarySync", "DiaryUpkeep", "SQLiteKit", "Interchange", "Pictures",
        "Telemetry",
      ],
      swiftSettings: optimized),
    .target(
      name: "DiaryCLI",
      dependencies: [
        arguments, toml, "Terminal", "DiaryProcess", "DiaryText", "Settings", "DiaryModel",
        "CoreDataMigration", "DiaryStore", "DiarySync",
        "DiaryUpkeep", "SQLiteKit", "Interchange", "Pictures", "Sync", "SyncStores", "Telemetry",
      ],
      swiftSettings: optimized),
    .executableTarget(
      name: "beerdiary",
      dependencies: [
        "Terminal", "TerminalCurses", "DiaryCLI", "DiaryProcess", "DiaryRuntime", "DiaryUI",
        "Settings", "DiaryStore", "Pictures", "SQLiteKit", "Telemetry",
      ],
      swiftSettings: optimized,
      linkerSettings: [
        linker,
        // Nothing loads this program as a library, and the loader starts it sooner without 17,000 names to offer.
        .unsafeFlags(["-Xlinker", "--no-export-dynamic"], .when(configuration: .release)),
      ]),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "FixtureStores", "DiaryModel", "DiaryStore", "DiarySync", "DiaryUpkeep", "Interchange", "Pictures",
        "SQLiteKit", "SyncStores", "Telemetry", "TestSupport",
      ],
      swiftSettings: optimized, linkerSettings: [linker]),

    // What is measured against programs that draw photos; in the benchmark's own process all its libraries would start too.
    .executableTarget(
      name: "OneThumbnail", dependencies: ["Pictures"], swiftSettings: optimized, linkerSettings: [linker]),

    // The manual pages and the reference, made from the program's own description and tables.
    .executableTarget(
      name: "Documents",
      dependencies: [
        "DiaryCLI", "DiaryModel", "DiaryProcess", "DiaryUI", "Settings", "Telemetry", "Terminal",
      ],
      swiftSettings: optimized, linkerSettings: [linker]),

    // Random numbers from a seed, and folders that are removed, for all tests.
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: optimized),
    // Stores as other versions and programs left them, made for tests and benchmarks.
    .target(
      name: "FixtureStores", dependencies: [sqlite, crypto, "TestSupport"], path: "Tests/FixtureStores",
      swiftSettings: optimized),
    // Diaries for tests: fresh ones, and what was a store of the old app.
    .target(
      name: "DiaryFixtures",
      dependencies: ["DiaryModel", "DiaryStore", "FixtureStores", "Pictures", "SQLiteKit", "TestSupport"],
      path: "Tests/DiaryFixtures", swiftSettings: optimized),
    .testTarget(
      name: "DiaryModelTests", dependencies: ["DiaryModel", "DiaryFixtures", "TestSupport"],
      exclude: ["Fixtures"], swiftSettings: unoptimized),
    .testTarget(
      name: "WorldMapTests", dependencies: ["WorldMap", "TestSupport"], swiftSettings: unoptimized),
    .testTarget(
      name: "TerminalTests", dependencies: ["Terminal", "TestSupport"], swiftSettings: unoptimized),
    .testTarget(
      name: "TerminalCursesTests", dependencies: ["TerminalCurses", "Terminal", "TestSupport"],
      swiftSettings: unoptimized),
    .testTarget(
      name: "PicturesTests", dependencies: ["Pictures", "TestSupport"], exclude: ["Fixtures", "Snapshots"],
      swiftSettings: unoptimized),
    .testTarget(
      name: "TelemetryTests", dependencies: ["Telemetry", "TestSupport"], swiftSettings: unoptimized),
    .testTarget(
      name: "SyncTests", dependencies: [crypto, "Sync", "TestSupport"], swiftSettings: unoptimized),
    .testTarget(
      name: "SyncStoresTests", dependencies: [crypto, "Sync", "SyncStores", "TestSupport"],
      swiftSettings: unoptimized),
    .testTarget(
      name: "DiarySyncTests",
      dependencies: [
        grdb, "DiaryModel", "DiaryStore", "DiarySync", "Interchange", "Pictures", "SQLiteKit", "Sync",
        "SyncStores", "DiaryFixtures", "TestSupport",
      ],
      swiftSettings: unoptimized),
    .testTarget(
      name: "SQLiteKitTests", dependencies: [grdb, "SQLiteKit", "FixtureStores", "TestSupport"],
      swiftSettings: unoptimized),
    .testTarget(
      name: "CoreDataMigrationTests",
      dependencies: [
        "CoreDataMigration", "DiaryModel", "DiaryStore", "DiaryUpkeep", "SQLiteKit", "DiaryFixtures",
        "FixtureStores", "Pictures", "TestSupport",
      ],
      swiftSettings: unoptimized),
    .testTarget(
      name: "DiaryStoreTests",
      dependencies: [
        grdb, "DiaryModel", "CoreDataMigration", "DiaryStore", "DiaryUpkeep", "SQLiteKit", "DiaryFixtures",
        "FixtureStores", "Pictures", "TestSupport",
      ],
      exclude: ["Shipped"],
      swiftSettings: unoptimized),
    .testTarget(
      name: "DiaryUpkeepTests",
      dependencies: [
        "DiaryUpkeep", "DiaryModel", "DiaryStore", "SQLiteKit", "DiaryFixtures", "FixtureStores", "Pictures",
        "TestSupport",
      ],
      swiftSettings: unoptimized),
    .testTarget(
      name: "InterchangeTests",
      dependencies: [
        grdb, "Interchange", "DiaryModel", "DiaryStore", "DiaryUpkeep", "SQLiteKit", "DiaryFixtures",
        "FixtureStores", "Pictures", "TestSupport",
      ],
      swiftSettings: unoptimized),
    .testTarget(
      name: "DiaryTextTests",
      dependencies: ["DiaryText", "DiaryModel", "DiaryStore", "Interchange", "Terminal", "TestSupport"],
      swiftSettings: unoptimized),
    .testTarget(
      name: "DiaryProcessTests",
      dependencies: ["DiaryProcess", "DiaryStore", "Pictures", "SQLiteKit", "TestSupport"],
      swiftSettings: unoptimized),
    .testTarget(
      name: "DiaryUITests",
      dependencies: [
        "DiaryUI", "DiaryText", "Settings", "DiaryModel", "CoreDataMigration", "DiaryStore", "DiaryUpkeep",
        "SQLiteKit", "Interchange", "Pictures", "Telemetry", "Terminal", "WorldMap", "FixtureStores",
        "TestSupport",
      ],
      exclude: ["Snapshots"],
      swiftSettings: unoptimized),
    .testTarget(
      name: "DiaryRuntimeTests",
      dependencies: [
        "DiaryRuntime", "DiaryUI", "DiaryProcess", "DiaryText", "DiaryModel", "DiaryStore", "DiaryUpkeep",
        "SQLiteKit", "Interchange", "Pictures", "Settings", "Terminal", "FixtureStores", "TestSupport",
      ],
      swiftSettings: unoptimized),
    .testTarget(
      name: "DiaryCLITests",
      dependencies: [
        arguments, "DiaryCLI", "DiaryProcess", "DiaryModel", "DiaryStore", "DiaryText", "FixtureStores",
        "Pictures", "Sync", "TestSupport",
      ],
      swiftSettings: unoptimized),
    .testTarget(
      name: "SettingsTests",
      dependencies: [
        "Settings", "DiaryText", "DiaryUI", "DiaryStore", "FixtureStores", "Interchange", "Terminal",
        "TestSupport",
      ],
      exclude: ["Mistakes"], swiftSettings: unoptimized),
    // A SQLite whose disk fails, and the program that lets it fail under the diary.
    .target(
      name: "FaultVFS", path: "Tests/FaultVFS", linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(name: "SystemCallFaults", path: "Tests/SystemCallFaults"),
    .executableTarget(
      name: "FaultWorker",
      dependencies: [
        "FaultVFS", "DiaryFixtures", "FixtureStores", "DiaryModel", "DiaryStore", "DiaryUpkeep", "SQLiteKit",
        "Pictures", "TestSupport",
      ],
      path: "Tests/FaultWorker", swiftSettings: optimized),
    .testTarget(
      name: "FaultTests",
      dependencies: ["FaultWorker", "beerdiary", "TestSupport"],
      swiftSettings: unoptimized),
    // Runs a program that ends as soon as it asks for a socket.
    .executableTarget(name: "WithoutSockets", path: "Tests/WithoutSockets"),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "beerdiary", "DiaryModel", "FixtureStores", "Documents", "WithoutSockets", "TestSupport",
      ],
      swiftSettings: unoptimized),
  ]
)
