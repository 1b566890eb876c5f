#!/usr/bin/env bash
# repeat.sh [RUNS [LOAD [ARGUMENT...]]]
# Runs tests repeatedly beside busy loops, to find tests that depend on timing or on the order of threads.
#
# Runs `cargo test ARGUMENT...` RUNS times (default: 10) beside LOAD busy loops (default: 4). The default argument selects the window's
# tests; --workspace selects all. Everything is built first. The exit status is 1 if a run failed; the summary then says in how many runs
# each test failed, and target/repeat has the full output of these runs.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

runs=${1:-10}
load=${2:-4}
arguments=("${@:3}")
[ ${#arguments[@]} -gt 0 ] || arguments=(--test window)
limit=1800 # seconds for a run; a longer one counts as hung
logs=target/repeat
loops=()

main() {
    local number green=0 began
    cargo test --locked "${arguments[@]}" --no-run
    rm -rf "$logs"
    mkdir -p "$logs"
    trap stop_loops EXIT
    start_loops
    began=$SECONDS
    for ((number = 1; number <= runs; number++)); do
        run "$logs/$number" && green=$((green + 1))
    done
    echo "$green of $runs runs passed beside $load busy loops, $(((SECONDS - began) / runs)) s each: cargo test ${arguments[*]}"
    [ "$green" -eq "$runs" ] || {
        count_failures
        exit 1
    }
}

run() { # LOG
    local began=$SECONDS status=0
    timeout --kill-after 10 "$limit" cargo test --locked --no-fail-fast "${arguments[@]}" >"$1" 2>&1 || status=$?
    case $status in
        0) echo "run ${1##*/}: passed in $((SECONDS - began)) s" && rm "$1" ;;
        124 | 137) echo "run ${1##*/}: HUNG, killed after $limit s" ;;
        *) echo "run ${1##*/}: FAILED in $((SECONDS - began)) s" ;;
    esac
    return "$status"
}

# For a run that hung, this also lists the slow tests.
count_failures() {
    sed -nE 's/^test (.*) \.\.\. FAILED$/\1/p; s/^test (.*) has been running for over .*$/\1 (slow)/p' "$logs"/* | sort | uniq -c | sort -rn
}

start_loops() {
    local number
    for ((number = 0; number < load; number++)); do
        while :; do :; done &
        loops+=($!)
    done
}

stop_loops() {
    [ ${#loops[@]} -eq 0 ] || kill "${loops[@]}" 2>/dev/null || true
}

main
