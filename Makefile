# Two commands do everything: `make play` and `make test`.

.PHONY: play terminal test build format lint doc unit doctest wasm others results web web-check web-test browser e2e program api deny fuzz pictures tools \
  web-tools browser-tools wasm-tools

CARGO ?= cargo
NPM ?= npm

# The main thing: the page of games, served and opened.
play: build
	./target/release/ludex serve --open

# The same games in the terminal.
terminal: build
	./target/release/ludex play

build: tools web
	$(CARGO) build --release --package ludex

# Everything that must hold before a change is taken. The program for tests reads the page from `web/dist`, so both are made at once. The browser mostly
# waits for the program, so everything else runs beside.
test: tools web-tools browser-tools wasm-tools
	$(MAKE) -j2 --output-sync=target format web program
	$(MAKE) -j2 --output-sync=target e2e others

others:
	$(MAKE) unit lint web-check web-test doc doctest wasm api

# The page. The lock file names native parts for this platform only, which `npm ci` would refuse.
web: web-tools
	cd web && $(NPM) install --no-save && $(NPM) run build

web-check: web-tools
	cd web && $(NPM) run check

web-test: web-tools
	cd web && $(NPM) test

# The program for tests, chosen out of the whole workspace, tests included: that way nothing that `unit` has built is built again with other features.
program:
	$(CARGO) build --workspace --bin ludex --example nim --example shut_the_box --locked

# A person's way through every game in a real browser, against the real service; the examples are games that the page has never heard of.
browser: browser-tools program
	$(MAKE) e2e

# The same with the program as it is. Only one cargo builds at a time: to ask it for the program again would wait for everything else that is being built.
e2e:
	cd web && LUDEX_BIN=$(CURDIR)/target/debug/ludex $(NPM) run e2e

# The service's description of itself, held against what it answers.
api: program
	sh scripts/check-api.sh target/debug/ludex

format:
	$(CARGO) fmt --all --check

lint:
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings

doc:
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --locked

# `nextest` runs tests in parallel where it is installed. Examples and benches are compiled by the lints.
unit:
	@if $(CARGO) nextest --version >/dev/null 2>&1; then \
	  $(CARGO) nextest run --workspace --lib --bins --tests --locked; \
	else \
	  $(CARGO) test --workspace --lib --bins --tests --locked; \
	fi

doctest:
	$(CARGO) test --workspace --doc --locked

# Games, searches and tables must be able to run inside a browser: no files, no threads, no clock but the browser's.
WASM := ludex-core ludex-search ludex-games ludex-table
wasm: wasm-tools
	$(CARGO) check --target wasm32-unknown-unknown --locked --no-default-features $(addprefix --package ,$(WASM))

# What the program is made of, with `cargo deny` itself: advisories, too. `unit` holds licences, bans and sources against the same file.
deny: tools
	@$(CARGO) deny --version >/dev/null 2>&1 || $(CARGO) install --locked cargo-deny
	$(CARGO) deny check

# The pictures of the guide, drawn from real screens.
pictures: tools
	mkdir -p docs/pictures
	LUDEX_PICTURES=write $(CARGO) test --package ludex --test program --locked pictures

# Published figures and our own, measured anew: fifty minutes of processor time; `--quick` takes the short form, two minutes. The page is for looking at, the text for the guide.
results: tools web
	LUDEX_COMMIT=$$(git rev-parse --short HEAD) $(CARGO) build --release --package ludex
	./target/release/ludex reproduce all --markdown docs/RESULTS.md --html target/results.html

# Each fuzz target for FUZZ_SECONDS. The stable compiler can do it if it is asked nicely.
FUZZ_SECONDS ?= 60
fuzz: tools
	@$(CARGO) fuzz --version >/dev/null 2>&1 || $(CARGO) install --locked cargo-fuzz
	@for target in $$(ls fuzz/targets | sed 's/\.rs$$//'); do \
	  mkdir -p fuzz/corpus/$$target; \
	  RUSTC_BOOTSTRAP=1 $(CARGO) fuzz run --sanitizer none $$target \
	    fuzz/corpus/$$target fuzz/seeds/$$target -- -max_total_time=$(FUZZ_SECONDS) || exit 1; \
	done

web-tools:
	@command -v $(NPM) >/dev/null || { apt-get update && apt-get install -y --no-install-recommends nodejs npm; }

browser-tools: web-tools
	@command -v chromium >/dev/null || { apt-get update && apt-get install -y --no-install-recommends chromium; }

wasm-tools:
	@rustup target list --installed | grep -q wasm32-unknown-unknown || rustup target add wasm32-unknown-unknown

# A C compiler for the crates that build C; everything else comes with cargo.
tools:
	@command -v $(CARGO) >/dev/null || { echo "Rust is missing: install rustup, then try again" >&2; exit 1; }
	@command -v cc >/dev/null || { apt-get update && apt-get install -y --no-install-recommends build-essential; }
