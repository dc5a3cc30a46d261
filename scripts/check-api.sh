#!/bin/sh
# Holds the service's OpenAPI document against what the service really answers: schemathesis makes up
# requests, and any fault of the server or answer that is not in the document fails.
#
# usage: check-api.sh path/to/ludex
set -eu

program=$1
tools=target/schemathesis
work=$(mktemp -d)

if [ ! -x "$tools/bin/schemathesis" ]; then
  python3 -m venv "$tools" 2>/dev/null || {
    apt-get update && apt-get install -y --no-install-recommends python3-venv
    python3 -m venv "$tools"
  }
  "$tools/bin/pip" install --quiet 'schemathesis>=4,<5'
fi

"$program" serve --port 0 --data "$work/data" >"$work/out" 2>"$work/log" &
server=$!
finish() {
  kill "$server" 2>/dev/null || true
  wait "$server" 2>/dev/null || true
  rm -rf "$work"
}
trap finish EXIT

tries=100
while ! grep -q 'listens on' "$work/out"; do
  tries=$((tries - 1))
  if [ "$tries" -eq 0 ]; then
    echo "the service did not start:" >&2
    cat "$work/log" >&2
    exit 1
  fi
  sleep 0.1
done
address=$(sed -n 's/.*listens on \(http[^;]*\);.*/\1/p' "$work/out")

"$tools/bin/schemathesis" run "$address/api/v1/openapi.json" --url "$address" \
  --checks not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance \
  --max-examples "${API_EXAMPLES:-25}" --seed 1 --workers 1 --no-color
