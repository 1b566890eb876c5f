#!/usr/bin/env bash
# repeat.sh [RUNS [LOAD [ARGUMENT...]]]
# Runs tests again and again beside busy loops: a test that passes every time depends on neither time nor the order of threads.
#
# RUNS times (10 unless given), beside LOAD busy loops (4 unless given), it runs `cargo test ARGUMENT...`: the window's tests unless
# given, all tests with --workspace. Everything is built before. The exit status is 1 if a run failed; the summary then counts, for each
# test, in how many runs it did, and the whole output of those runs is in target/repeat.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

runs=${1:-10}
load=${2:-4}
arguments=("${@:3}")
[ ${#arguments[@]} -gt 0 ] || arguments=(--test window)
limit=1800 # seconds; whatever takes longer hangs
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
    echo "$green of $runs green beside $load busy loops, $(((SECONDS - began) / runs)) s a run: cargo test ${arguments[*]}"
    [ "$green" -eq "$runs" ] || {
        count_failures
        exit 1
    }
}

run() { # LOG
    local began=$SECONDS status=0
    timeout --kill-after 10 "$limit" cargo test --locked --no-fail-fast "${arguments[@]}" >"$1" 2>&1 || status=$?
    case $status in
        0) echo "run ${1##*/}: green in $((SECONDS - began)) s" && rm "$1" ;;
        124 | 137) echo "run ${1##*/}: HUNG, stopped after $limit s" ;;
        *) echo "run ${1##*/}: FAILED in $((SECONDS - began)) s" ;;
    esac
    return "$status"
}

# Of a run that hung, those that ran for long are named.
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
