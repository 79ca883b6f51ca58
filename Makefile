# geoq: `make near` shows it working, `make test` tests it, `make install` puts it in place.
# `make help` says what else there is; CONTRIBUTING.md has `make conformance`.

SHELL := /bin/bash
.DEFAULT_GOAL := help

PREFIX ?= /usr/local
DESTDIR ?=

# What geoq is built with, as Debian calls it, and a file of each by which it is known. SpatiaLite is loaded by a
# command that needs it, and nothing links to it.
BUILD_PACKAGES := libspatialite7 libproj-dev libsqlite3-dev libarchive-dev libxxhash-dev uuid-dev libpq-dev zlib1g-dev libturbojpeg0-dev libpng-dev libwebp-dev pkg-config
BUILD_FILES := /usr/lib/*/libspatialite.so.7 /usr/include/geodesic.h /usr/include/sqlite3.h \
    /usr/include/archive.h /usr/include/xxhash.h /usr/include/uuid/uuid.h /usr/include/postgresql/libpq-fe.h \
    /usr/include/zlib.h /usr/include/turbojpeg.h /usr/include/png.h /usr/include/webp/decode.h /usr/bin/pkg-config
# What only the tests need.
TEST_PACKAGES := spatialite-bin sqlite3 gdal-bin python3 python3-venv postgresql-15 postgresql-15-postgis-3 postgresql-15-pgtap pgbouncer libjs-leaflet chromium chromium-driver curl gzip openssl
TEST_FILES := /usr/bin/spatialite /usr/bin/sqlite3 /usr/bin/ogrinfo /usr/bin/python3 /usr/lib/python3.11/ensurepip/__init__.py \
    /usr/lib/postgresql/15/bin/initdb /usr/share/postgresql/15/extension/postgis.control /usr/share/postgresql/15/extension/pgtap.control \
    /usr/sbin/pgbouncer /usr/share/javascript/leaflet/leaflet.js /usr/bin/chromium /usr/bin/chromedriver /usr/bin/curl /usr/bin/gzip /usr/bin/openssl
# Clients of others, from PyPI, and what connects Tests/Gateway to PostgreSQL.
OUTSIDE_CLIENTS := owslib==0.35.0 schemathesis==4.32.5 supabase==2.30.0 psycopg[binary]==3.3.9

# What the map is drawn with.
MAP_PACKAGES := libjs-leaflet
MAP_FILES := /usr/share/javascript/leaflet/leaflet.js
# What puts load on the server, and one of its peers; PostGIS is taken when it is there.
LOAD_PACKAGES := wrk redis-server redis-tools python3
LOAD_FILES := /usr/bin/wrk /usr/bin/redis-server /usr/bin/redis-benchmark /usr/bin/python3
# What only the peers of the benchmark need; one that is missing is skipped.
PEER_PACKAGES := g++ libboost-dev libgeos-dev libnanoflann-dev libs2-dev libspatialite-dev spatialite-bin gmt-dcw python3-netcdf4
PEER_FILES := /usr/bin/g++ /usr/share/gmt-dcw/dcw-gmt.nc /usr/lib/python3/dist-packages/netCDF4/__init__.py /usr/include/boost/geometry.hpp /usr/include/nanoflann.hpp /usr/include/s2/s2cell_index.h /usr/include/geos_c.h /usr/include/spatialite.h /usr/bin/spatialite

# No debug info, which takes a tenth of a build; a crash still names its functions. The index for editors takes as
# much, but SwiftPM finds tests by it.
LEAN := -debug-info-format none
RELEASE := swift build -c release $(LEAN) --static-swift-stdlib --product
GEOQ := .build/release/geoq
SERVER := .build/release/geoq-serve
NET := .build/release/geoq-net
BENCHMARKS := $(addprefix Benchmarks/,Package.swift Sources Questions)
STORE := .build/sample/geoq.sqlite
# A build as its users make it, among those of the tests.
PLAIN := env -u GEOQ_TEST
# The index as a release has it, without asserts, asked under AddressSanitizer.
OPTIMIZED := $(PLAIN) swift run -c release $(LEAN) --sanitize=address --scratch-path .build/optimized OptimizedIndex
# What the tests need, and no more: `swift test` would build all that their packages have, BoringSSL twice.
# A release without optimization, but of what computes: see the end of Package.swift.
TESTS := -c release -Xswiftc -Onone -Xswiftc -enable-testing -Xcc -O0 --scratch-path .build/tests
BUILT := swift build $(LEAN) $(TESTS) --product geoqPackageTests
TESTED := swift test $(TESTS) --skip-build
# Tests that ask a server, or are one.
SERVED := 'GeoqServerTests|ServeTests|GeoqHTTPTests'
# What `make soak` runs in its long form: faults over libpq, over HTTP, and of devices.
SOAKED := 'FaultTests|ProjectTests|Realtime(Watch|Listener)Tests|GatewayTests|ExpiredTokenTests|FileVaultTests|$\
    SessionKeeperTests|PushJourneyTests|PushRefusalTests|TwoDeviceTests|RestoredTests|OutboxModelTests|ConflictTests|Capture|$\
    CrashPointTests|MigrationKillTests|PushCommandTests|LogoutTests|FleetTests|AreaOracleTests'
# The package of `make check` has fewer modules, so its build has a folder of its own.
CHECKED := --scratch-path .build/check
FUZZED := swift test $(LEAN) --scratch-path .build/fuzz -c release -Xswiftc -enable-testing
# What `make lint` looks at.
LINTED = Package.swift Sources Tests Examples $(BENCHMARKS)

.PHONY: help near serve gateway conformance test tests-built tests-supplied tests-run plain-built check suite picture soak fuzz bench bench-quick bench-questions bench-serve bench-tiles bench-sync bench-relations bench-shards bench-account bench-pictures bench-presence install uninstall format lint clean build-packages test-packages peer-packages map-packages load-packages swift

help:
	@echo "make near      install what is missing, build, make a store from data/, and ask it something"
	@echo "make serve     the same store over HTTP, with a map, at http://127.0.0.1:8080/"
	@echo "make gateway   a Supabase-shaped endpoint over a PostgreSQL of its own, to try; it prints URL and keys"
	@echo "make test      install what is missing, build and run all tests"
	@echo "make check     after a small change: lint what changed, run the tests that it can break"
	@echo "make suite     the tests whose names match FILTER=..., such as FILTER=StoreTests"
	@echo "make picture   take the pictures of the map anew, with the browser of the tests"
	@echo "make soak      break servers, networks, devices and disks under the sync; areas against GEOS; 100 000 runs of a model: a day"
	@echo "make fuzz      damage files, pictures and command lines 100000 times each, in an optimized build"
	@echo "make bench     measure geoq and its peers side by side; make bench-quick takes three minutes,"
	@echo "               make bench-questions measures geoq alone,"
	@echo "               make bench-serve the server beside Redis and PostGIS, make bench-tiles its tiles,"
	@echo "               make bench-sync the sync, make bench-relations that of other tables and of a view,"
	@echo "               make bench-shards hotspots cut over four servers,"
	@echo "               make bench-account a login's sync and push,"
	@echo "               make bench-pictures photos made ready to send, beside libvips,"
	@echo "               make bench-presence ten million rows of presence, beside SQLite"
	@echo "make install   put the command, its completions and manual page under PREFIX ($(PREFIX))"
	@echo "make uninstall take them away again"
	@echo "make format    format the sources; make lint only checks"
	@echo "make clean     remove everything that was built"

near: $(STORE)
	$(GEOQ) near --db $(STORE) --lat 42.44 --lon -76.50 --km 60 -f table

serve: $(STORE) $(SERVER) map-packages
	$(GEOQ) serve --db $(STORE)

$(STORE): $(GEOQ) data/cities15000.csv
	@mkdir -p $(@D) && rm -f $(STORE)*
	$(GEOQ) import data/cities15000.csv --as hotspots --source geonames --db $(STORE)

$(GEOQ): $(shell find Sources -type f) Package.swift | swift build-packages
	@$(fetch)
	$(RELEASE) geoq
	@touch $(GEOQ)

$(SERVER): $(shell find Sources -type f) Package.swift | swift build-packages
	@$(fetch)
	$(RELEASE) geoq-serve
	@touch $(SERVER)

$(NET): $(shell find Sources -type f) Package.swift | swift build-packages
	@$(fetch)
	$(RELEASE) geoq-net
	@touch $(NET)

# What computes is optimized; see the end of Package.swift. All tests at once would have hundreds of
# stores open: Foundation's Process reads past a buffer where a process has more than 1 300 files.
test tests-run check suite picture soak: export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH := 16
test tests-built tests-run suite picture soak: export GEOQ_TEST := 1

test: swift build-packages
	@$(fetch)
	@$(MAKE) --no-print-directory lint
# What only the running tests need is fetched while they are built.
	@$(MAKE) --no-print-directory -j2 tests-built tests-supplied
# The log of a build that succeeded is gone.
	@$(MAKE) --no-print-directory -j2 tests-run plain-built || { tail -n 30 .build/plain.log 2> /dev/null; exit 1; } >&2
# By themselves: their clients time out when others keep every thread busy.
	@$(call tested,$(TESTED) --filter $(SERVED))

tests-built:
	$(BUILT)

tests-supplied: test-packages
	@$(outside)

tests-run:
	@$(call tested,$(TESTED) --skip $(SERVED))

# With what the tests leave of the processors. The two modules as a program that links the library builds them: the build
# of the tests optimizes them.
plain-built:
	@mkdir -p .build
	{ nice -n 19 $(OPTIMIZED) \
	    && nice -n 19 $(PLAIN) swift build $(LEAN) --scratch-path .build/optimized --target GeoqFormats \
	    && nice -n 19 $(PLAIN) swift build $(LEAN) --scratch-path .build/optimized --target GeoqImages; } > .build/plain.log 2>&1
	@grep 'answers equal' .build/plain.log && rm .build/plain.log

# Until it is interrupted; what was put into it is gone then. PORT=54321 for a port of choice.
gateway: test-packages
	@$(outside)
	@cd Tests/Gateway && $(CURDIR)/.build/outside-clients/bin/python -m gateway --until-interrupted --port $(or $(PORT),0)

# The scenarios of the outside clients against a real project, which has the SQL of `geoq server-sql`:
# SUPABASE_URL, SUPABASE_ANON_KEY and SUPABASE_SERVICE_KEY name it. Users and rows are left there.
conformance:
	@$(outside)
	@[ -n "$$SUPABASE_URL" ] || { echo "conformance needs SUPABASE_URL, SUPABASE_ANON_KEY and SUPABASE_SERVICE_KEY" >&2; exit 1; }
	.build/outside-clients/bin/python Tests/OutsideClients/supabase_clients

# Package.swift has only the modules up to the store's, and their tests, while GEOQ_CHECK is set.
check: swift build-packages
	@$(fetch)
	@$(differing) | grep -E '^(Package|(Sources|Tests|Examples|Benchmarks)/.*)\.swift$$' | xargs -r -d '\n' swift format lint --strict
	@$(affected); $(call tested,GEOQ_CHECK=1 GEOQ_FUZZ=200 swift test $(LEAN) $(CHECKED) --filter "$$filter")

# FILTER=StoreTests
suite: swift build-packages
	@[ -n "$(FILTER)" ] || { echo "make suite needs FILTER=..., a part of the tests' names" >&2; exit 1; }
	@$(fetch)
	$(BUILT)
	@$(call tested,$(TESTED) --filter '$(FILTER)')

# The picture of the map that the README shows, by the test that uses the map.
picture: swift build-packages test-packages
	@$(fetch)
	@$(outside)
	$(BUILT)
	GEOQ_PICTURE=$(CURDIR)/data/map.png $(TESTED) --filter "a person uses the map|photos are fetched once"
	cp .build/pictures/photos-online.png data/photos.png

# The fault runs of the sync, over libpq and over HTTP, in their long form, more than an hour; ten million
# decisions about areas; and 100 000 runs of the outbox's model, half a day.
soak: swift build-packages test-packages
	@$(fetch)
	@$(outside)
	$(BUILT)
	GEOQ_SOAK=1 $(TESTED) --filter $(SOAKED)

# Damaged files and pictures, and random command lines, in their long form, in an optimized build.
fuzz: swift build-packages test-packages
	@$(fetch)
	GEOQ_FUZZ=100000 $(FUZZED) --filter Fuzz --skip PictureFuzzTests
# By themselves, so that the memory of the process is theirs.
	GEOQ_FUZZ=100000 $(FUZZED) --skip-build --filter PictureFuzzTests

# POINTS=10000000 for more points, ROUNDS=5 for more rounds, JSON=file for the numbers.
bench: swift build-packages peer-packages $(GEOQ)
	$(MAKE) -C Benchmarks bench

bench-quick: swift build-packages peer-packages
	$(MAKE) -C Benchmarks bench-quick

bench-questions: swift build-packages $(GEOQ)
	$(MAKE) -C Benchmarks questions

bench-serve: swift build-packages map-packages load-packages $(GEOQ) $(SERVER)
	$(MAKE) -C Benchmarks serve

bench-tiles: swift build-packages map-packages $(GEOQ) $(SERVER)
	$(MAKE) -C Benchmarks tiles POINTS=$(or $(POINTS),10000000)

# Needs PostGIS, which is not installed for it.
bench-sync: swift build-packages $(GEOQ)
	$(MAKE) -C Benchmarks sync

bench-relations: swift build-packages $(GEOQ)
	$(MAKE) -C Benchmarks relations

bench-shards: swift build-packages $(GEOQ)
	$(MAKE) -C Benchmarks shards

# Needs what the gateway of the tests does.
bench-account: swift build-packages test-packages $(GEOQ) $(NET)
	@$(outside)
	$(MAKE) -C Benchmarks account

bench-pictures: swift build-packages
	@$(call need,/usr/bin/vipsthumbnail,libvips-tools)
	$(MAKE) -C Benchmarks pictures

bench-presence: swift build-packages $(GEOQ) $(SERVER)
	$(MAKE) -C Benchmarks presence

swift:
	@command -v swift > /dev/null || { echo "geoq needs Swift 6.1 or later: see https://www.swift.org/install" >&2; exit 1; }
	@said=$$(swift --version 2>&1) || { echo "Swift does not run ($${said##*$$'\n'}); see https://www.swift.org/install for what it needs" >&2; exit 1; }

build-packages:
	@$(call need,$(BUILD_FILES),$(BUILD_PACKAGES))

test-packages:
	@$(call need,$(TEST_FILES),$(TEST_PACKAGES))

map-packages:
	@$(call need,$(MAP_FILES),$(MAP_PACKAGES))

load-packages:
	@$(call need,$(LOAD_FILES),$(LOAD_PACKAGES))

peer-packages:
	@( $(call need,$(PEER_FILES),$(PEER_PACKAGES)) ) || echo "going on without the peers that need them" >&2

# Fetches the Swift packages first, so that one sentence can tell that it did not work.
check: FOLDER = $(CHECKED)
define fetch
said=$$(swift package resolve $(FOLDER) 2>&1) \
    || { echo "geoq's Swift packages could not be fetched ($${said##*$$'\n'}); is there a network?" >&2; exit 1; }
endef

# Runs tests, and says once more at the end what failed, and what was skipped and why: $(call tested,command)
define tested
echo "$(1)"; set -o pipefail; $(1) 2>&1 | tee .build/tests.log \
    || { echo "What failed:"; grep -E -A 25 '^✘ Test .* recorded an issue|error: ' .build/tests.log | head -200; exit 1; } >&2; \
! said=$$(grep -E '^[^ ]+ (Suite|Test) .* skipped(\.|: .*)$$' .build/tests.log) || { echo "What was skipped:"; echo "$$said"; }
endef

# The files that differ from the last commit.
differing = { git diff --name-only --diff-filter=d HEAD; git ls-files --others --exclude-standard; }

# The test modules that these files can break, with `|` between: those of the modules that changed and of the modules
# above them. All when nothing differs, or what all tests use does.
define affected
files=$$($(differing)); tests=ArchitectureTests; below=; \
if [ -z "$$files" ] || grep -qE '^(Package.swift|data/|Tests/TestSupport/)' <<< "$$files"; then below=1; fi; \
for pair in GeoqIndex:GeoqIndexTests Geoq:GeoqTests GeoqFormats:GeoqFormatsTests 'GeoqFiles|GeoqStore:GeoqStoreTests'; do \
    if grep -qE "^Sources/($${pair%:*})/" <<< "$$files"; then below=1; fi; \
    if [ -n "$$below" ] || grep -q "^Tests/$${pair#*:}/" <<< "$$files"; then tests="$$tests|$${pair#*:}"; fi; \
done; \
filter="^($$tests)[.]"; \
left=$$(grep -oE '^(Examples|(Sources|Tests)/Geoq(CLI|HTTP|Images|Main|Net|Postgres|Serve|Supabase|Sync)[^/]*)' <<< "$$files" | sort -u | paste -sd ' '); \
[ -z "$$left" ] || echo "make check does not build $$left; make suite FILTER=... does" >&2
endef

define outside
[ "$$(cat .build/outside-clients/list 2> /dev/null)" = "$(OUTSIDE_CLIENTS)" ] \
    || said=$$({ /usr/bin/python3 -m venv .build/outside-clients \
        && .build/outside-clients/bin/pip install -q $(OUTSIDE_CLIENTS) \
        && echo "$(OUTSIDE_CLIENTS)" > .build/outside-clients/list; } 2>&1) \
    || { echo "$(OUTSIDE_CLIENTS) could not be installed from PyPI ($${said##*$$'\n'}); is there a network?" >&2; exit 1; }
endef

# Installs packages unless all of the files are there: $(call need,files,packages)
define need
missing=0; for file in $(1); do [ -e "$$file" ] || missing=1; done; \
if [ $$missing = 1 ]; then \
    command -v apt-get > /dev/null || { echo "geoq needs these packages, and there is no apt-get to install them: $(2)" >&2; exit 1; }; \
    sudo=; if [ "$$(id -u)" != 0 ]; then sudo=sudo; \
        command -v sudo > /dev/null || { echo "geoq needs these packages; become root to install them: $(2)" >&2; exit 1; }; fi; \
    echo "installing $(2)" >&2; \
    said=$$({ $$sudo apt-get update -qq \
            && $$sudo /usr/bin/env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $(2); } 2>&1 > /dev/null) \
        || { echo "these packages could not be installed ($${said##*$$'\n'}); is there a network? $(2)" >&2; exit 1; }; \
fi
endef

install: $(GEOQ) $(SERVER) $(NET) .build/manual/geoq.1
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/libexec $(DESTDIR)$(PREFIX)/share/man/man1 \
	    $(DESTDIR)$(PREFIX)/share/bash-completion/completions $(DESTDIR)$(PREFIX)/share/zsh/site-functions \
	    $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
	install -s -m 755 $(GEOQ) $(DESTDIR)$(PREFIX)/bin/geoq
	install -s -m 755 $(SERVER) $(DESTDIR)$(PREFIX)/libexec/geoq-serve
	install -s -m 755 $(NET) $(DESTDIR)$(PREFIX)/libexec/geoq-net
	install -m 644 .build/manual/geoq.1 $(DESTDIR)$(PREFIX)/share/man/man1/geoq.1
	$(GEOQ) --generate-completion-script bash > $(DESTDIR)$(PREFIX)/share/bash-completion/completions/geoq
	$(GEOQ) --generate-completion-script zsh > $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_geoq
	$(GEOQ) --generate-completion-script fish > $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/geoq.fish

.build/manual/geoq.1: $(GEOQ)
	swift build --product generate-manual
	@mkdir -p $(@D)
	.build/debug/generate-manual $(GEOQ) --output-directory $(@D)

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/geoq $(DESTDIR)$(PREFIX)/libexec/geoq-serve $(DESTDIR)$(PREFIX)/libexec/geoq-net \
	    $(DESTDIR)$(PREFIX)/share/man/man1/geoq.1 $(DESTDIR)$(PREFIX)/share/bash-completion/completions/geoq $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_geoq \
	    $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/geoq.fish

format:
	swift format -i --parallel -r $(LINTED)

lint:
	swift format lint --strict --parallel -r $(LINTED)

clean:
	rm -rf .build Benchmarks/.build Benchmarks/.data
