#!/usr/bin/env bash
# real_window.sh [PROGRAM]
# Drives a real window with the keyboard only: opens a save, gets another one from a second start, searches, saves a copy, copies the
# position to the clipboard, pastes another one, and closes the window. Before that it starts where no window can open.
#
# The window runs on its own virtual display with a window manager and an empty home folder. Nothing is built. Each step is polled until it
# has happened, up to a time limit. PICTURE names a file for a picture of the window. UNDER_WINE leaves out what Windows or Wine lacks.
# Needs Xvfb, openbox, xdotool, xclip and ImageMagick's import.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

program=${1:-target/debug/quincunx}
save=saves/meteor/contest.ron
other=saves/meteor/one-pin.ron
limit=60 # seconds for each step; the whole test takes a few
home=$(mktemp -d)
copy=$home/copy.puzzle.ron
log=$home/log
evidence=target/real_window.png
children=()
process=
window=

main() {
    trap clean_up EXIT
    hide_user
    if [ -z "${UNDER_WINE:-}" ]; then
        says_why 'there is no display' env -u DISPLAY -u WAYLAND_DISPLAY -u WAYLAND_SOCKET
        start_display 1280x800x8
        says_why 'the display has 8 bits'
        # Programs of X try GLX first, and then EGL, whose drivers are in this folder.
        start_display 1280x800x24 -extension GLX
        says_why 'the display has no OpenGL' env LIBGL_DRIVERS_PATH=/ __EGL_VENDOR_LIBRARY_DIRS=/
    fi
    start_display 1280x800x24
    start_program
    await "the save in the title" title_has ' · Meteor'
    # On Windows, a second start opens a window of its own.
    [ -n "${UNDER_WINE:-}" ] || start_again
    press F5
    await "2,098 solutions in the title" title_has ' · 2,098 solutions'
    save_by_path "$copy"
    await "the saved copy" test -s "$copy"
    # It has the name of its file.
    cmp <(sed 's/title: ".*"/title: "copy"/' "$save") "$copy" || fail "the copy differs from $save"
    press ctrl+c
    await "the position in the clipboard" clipboard_has "$(board "$save")"
    board "$other" | xclip -selection clipboard >/dev/null 2>&1
    press ctrl+v
    # The list may be renewed at once.
    await "a title without 2,098 after pasting" title_lacks '2,098'
    press F5
    await "321 solutions in the title" title_has ' · 321 solutions'
    if [ -n "${PICTURE:-}" ]; then
        await "a still screen" screen_is_still
        import -silent -window "$window" "$PICTURE"
    fi
    press ctrl+z
    await "a title without 321 solutions after undo" title_lacks '321'
    quit
    echo "real window: opened $save, found 2,098 solutions, saved a copy, copied and pasted, closed with status 0; said why other starts open no window"
}

start_display() { # SCREEN OPTION...
    local number
    # Without -noreset the server restarts when its last client disconnects, and refuses connections meanwhile.
    exec {from_server}< <(exec Xvfb -displayfd 1 -screen 0 "$@" -nolisten tcp -noreset 2>>"$log")
    children+=($!)
    read -r -t "$limit" -u "$from_server" number || fail "no virtual display"
    export DISPLAY=:$number
    unset WAYLAND_DISPLAY
    openbox >/dev/null 2>&1 &
    children+=($!)
}

# Hides the session bus, so that the desktop's file dialog doesn't replace the program's own, and all of the user's files.
hide_user() {
    unset DBUS_SESSION_BUS_ADDRESS
    export HOME=$home XDG_CONFIG_HOME=$home XDG_DATA_HOME=$home XDG_STATE_HOME=$home XDG_CACHE_HOME=$home XDG_RUNTIME_DIR=$home
    export LIBGL_ALWAYS_SOFTWARE=1
}

# A start that opens no window says why, and doesn't panic.
says_why() { # WORDS [COMMAND OPTION...]
    local words=$1 status=0
    shift
    timeout "$limit" "$@" "$program" --new-window >"$home/why" 2>&1 || status=$?
    if [ "$status" -ne 2 ] || ! grep -q "couldn't open a window: $words" "$home/why" || grep -q panicked "$home/why"; then
        cat "$home/why" >>"$log"
        fail "status $status and not '$words' from a start that opens no window"
    fi
}

start_program() {
    "$program" "$save" >>"$log" 2>&1 &
    process=$!
    children+=("$process")
    await "a window" find_window
    await "the keyboard focus" take_focus
}

# A second start hands its file to the window.
start_again() {
    "$program" "$other" 2>>"$log"
    await "the other save in the title" title_has 'One pin · Meteor'
    press ctrl+w
    await "the first save in the title" title_lacks 'One pin · Meteor'
}

# openbox may handle requests from its start only when another one arrives, so each attempt sends one.
find_window() {
    xdotool set_desktop 0 >/dev/null 2>&1 || true
    window=$(xdotool search --onlyvisible --pid "$process" 2>/dev/null | tail -n 1) && [ -n "$window" ]
}

take_focus() {
    xdotool windowactivate "$window" 2>/dev/null
    [ "$(xdotool getwindowfocus 2>/dev/null)" = "$window" ]
}

title_has() {
    case $(xdotool getwindowname "$window") in *"$1"*) ;; *) return 1 ;; esac
}

title_lacks() {
    ! title_has "$1"
}

# The position as text: the rows of the board in a save file, without blanks.
board() {
    sed -n 's/^ *"\(.*\)",$/\1/p' "$1" | tr -d ' '
}

clipboard_has() {
    [ "$(timeout 5 xclip -selection clipboard -o 2>/dev/null)" = "$1" ]
}

# The path box is open and focused once the screen has changed and then stays the same.
save_by_path() {
    local before
    await "a still screen" screen_is_still
    before=$(screen)
    press ctrl+alt+s
    await "the path box" screen_differs_from "$before"
    await "a still path box" screen_is_still
    press ctrl+a
    xdotool type --delay 20 -- "$1"
    press Return
}

screen_differs_from() {
    [ "$(screen)" != "$1" ]
}

screen_is_still() {
    [ "$(screen)" = "$(screen)" ]
}

screen() {
    import -silent -window root rgb:- | sha256sum
}

quit() {
    local status=0
    press ctrl+q
    # Doesn't use await, which treats the end of the program as a failure.
    for ((tries = limit * 20; tries > 0; tries--)); do
        kill -0 "$process" 2>/dev/null || break
        sleep 0.05
    done
    [ "$tries" -gt 0 ] || fail "the program still runs $limit s after ctrl+q"
    wait "$process" || status=$?
    # Wine kills a program whose threads need more than a second to end, as on a busy machine.
    [ -z "${UNDER_WINE:-}" ] || [ "$status" -ne 137 ] || status=0
    [ "$status" -eq 0 ] || fail "the program exited with status $status"
}

press() {
    xdotool key "$1"
}

await() { # WHAT CONDITION...
    local what=$1 end=$((SECONDS + limit))
    shift
    until "$@"; do
        [ -z "$process" ] || kill -0 "$process" 2>/dev/null || fail "the program exited while waiting for $what"
        [ "$SECONDS" -lt "$end" ] || fail "timed out after $limit s waiting for $what"
        sleep 0.05
    done
}

fail() {
    {
        echo "real window: $*"
        [ -z "$window" ] || echo "title: $(xdotool getwindowname "$window" 2>/dev/null || echo gone)"
        if import -silent -window root "$evidence" 2>/dev/null; then echo "picture: $evidence"; fi
        tail -n 40 "$log"
    } >&2
    exit 1
}

clean_up() {
    local child
    for child in "${children[@]}"; do kill "$child" 2>/dev/null || true; done
    wait "${children[@]}" 2>/dev/null || true
    rm -rf "$home"
}

main
