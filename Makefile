# Two commands do everything: `make play` and `make test`.

.PHONY: play test build format lint doc unit fuzz pictures tools

CARGO ?= cargo

# The main thing: the menu of games in the terminal.
play: build
	./target/release/ludex play

build: tools
	$(CARGO) build --release --package ludex

# Everything that must hold before a change is taken.
test: tools format lint doc unit

format:
	$(CARGO) fmt --all --check

lint:
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings

doc:
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --locked

# `nextest` runs tests in parallel where it is installed; doctests need cargo itself.
unit:
	@if $(CARGO) nextest --version >/dev/null 2>&1; then \
	  $(CARGO) nextest run --workspace --all-targets --locked; \
	else \
	  $(CARGO) test --workspace --all-targets --locked; \
	fi
	$(CARGO) test --workspace --doc --locked

# The pictures of the guide, drawn from real screens.
pictures: tools
	mkdir -p docs/pictures
	LUDEX_PICTURES=write $(CARGO) test --package ludex --test terminal --locked pictures

# Each fuzz target for a minute.
fuzz: tools
	@$(CARGO) fuzz --version >/dev/null 2>&1 || $(CARGO) install --locked cargo-fuzz
	@for target in $$(ls fuzz/targets | sed 's/\.rs$$//'); do \
	  (cd fuzz && RUSTC_BOOTSTRAP=1 $(CARGO) fuzz run --sanitizer none $$target -- -max_total_time=60) || exit 1; \
	done

# A C compiler for the crates that build C; everything else comes with cargo.
tools:
	@command -v $(CARGO) >/dev/null || { echo "Rust is missing: install rustup, then try again" >&2; exit 1; }
	@command -v cc >/dev/null || { apt-get update && apt-get install -y --no-install-recommends build-essential; }
