# The commands of the project. `make run` and `make test` install what they miss on Debian, through sudo where needed.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c

BUILD_PACKAGES := libsqlite3-dev libncurses-dev libturbojpeg0-dev libpng-dev
# Without this and the last two packages everything builds and passes as well, and photos are described in words.
TRAITS := --traits PictureCodecs
TEST_PACKAGES := tmux
BENCH_PEERS := sqlite3 jp2a chafa nano visidata
PROGRAM := .build/release/beerdiary

.PHONY: run build test test-release faults contention robustness fuzz lint bench clean build-packages test-packages bench-peers

# Opens your diary; the sample diary where you have none yet.
run: build
	@exec $(PROGRAM) demo --unless-diary --from Resources/sample

build: build-packages
	swift build $(TRAITS) -c release --static-swift-stdlib --product beerdiary

test: build-packages test-packages
	swift test $(TRAITS) --disable-xctest

# The end-to-end tests once more, on the program that `make run` opens.
test-release: build test-packages
	BEERDIARY_PROGRAM=$(CURDIR)/$(PROGRAM) swift test $(TRAITS) --disable-xctest --filter EndToEndTests

# Every fault at every place: a disk that fails, kills, damaged files. `make test` runs a sample of them.
faults: build-packages
	BEERDIARY_FAULTS=full swift test $(TRAITS) --disable-xctest --filter FaultTests

# Eight processes write to one diary at once: `make contention SECONDS=10` for a short try.
SECONDS := 60
contention: build-packages
	BEERDIARY_CONTENTION=$(SECONDS) swift test $(TRAITS) --disable-xctest --filter SharedDiary

# A thousand random keys for each number up to SEEDS, on as many random diaries.
SEEDS := 200
robustness: build-packages
	BEERDIARY_ROBUSTNESS=$(SEEDS) swift test $(TRAITS) --disable-xctest --filter RandomKeysTests

# Arbitrary files as photos: `make fuzz RUNS=100000` for a short try.
RUNS := 10000000
fuzz: build-packages
	Fuzz/run HeaderFuzzer $(RUNS)
	Fuzz/run ThumbnailFuzzer $(RUNS) address

lint:
	swift format lint --strict --recursive Package.swift Sources Tests Fuzz
	.ci/check-borders

# Measures what is claimed, against peers in the same run, and prints one Markdown table.
bench: build bench-peers
	swift run $(TRAITS) -c release --static-swift-stdlib Benchmarks

clean:
	rm -rf .build

build-packages:
	@.ci/install-packages $(BUILD_PACKAGES)

test-packages:
	@.ci/install-packages $(TEST_PACKAGES)

bench-peers:
	@.ci/install-packages $(BENCH_PEERS)
