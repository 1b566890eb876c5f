#!/usr/bin/env bash
# real_window.sh [PROGRAM]
# One way through a real window, with nothing but keys: a save is opened and searched, saved elsewhere, copied for another program,
# replaced by what another program copied, and the window closed.
#
# The window is on a virtual display of its own, under a window manager, with an empty home. Nothing is built; whatever has to
# happen first is looked for again and again up to a limit. Needs Xvfb, openbox, xdotool, xclip and ImageMagick's import.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

program=${1:-target/debug/quincunx}
save=saves/meteor/contest.ron
other=saves/meteor/one-pin.ron
limit=60 # seconds for any one thing; all of it takes a few
home=$(mktemp -d)
copy=$home/copy.puzzle.ron
log=$home/log
evidence=target/real_window.png
children=()
process=
window=

main() {
    trap clean_up EXIT
    start_display
    start_program
    await "the title to say that the save is open" title_has ' · Meteor'
    press F5
    await "the title to say 2,098 solutions" title_has ' · 2,098 solutions'
    save_by_path "$copy"
    await "the saved copy" test -s "$copy"
    cmp "$save" "$copy" || fail "the copy differs from $save"
    press ctrl+c
    await "the clipboard to have the position" clipboard_has "$(board "$save")"
    board "$other" | xclip -selection clipboard >/dev/null 2>&1
    press ctrl+v
    await "the title to say that there is another position" title_lacks 'solutions'
    press F5
    await "the title to say 321 solutions" title_has ' · 321 solutions'
    press ctrl+z
    await "the title to say that the position is back" title_lacks '321'
    quit
    echo "real window: opened $save, found 2,098 solutions, saved a copy, copied and pasted, closed with status 0"
}

start_display() {
    local number
    # Without -noreset the server starts over whenever its last client leaves, and refuses whoever comes meanwhile.
    exec {from_server}< <(exec Xvfb -displayfd 1 -screen 0 1280x800x24 -nolisten tcp -noreset 2>>"$log")
    children+=($!)
    read -r -t "$limit" -u "$from_server" number || fail "no virtual display"
    export DISPLAY=:$number
    unset WAYLAND_DISPLAY
    openbox >/dev/null 2>&1 &
    children+=($!)
}

# No portal can be reached, so that no dialog of a desktop comes up instead of the program's own; nothing of the user's is read.
start_program() {
    env -u DBUS_SESSION_BUS_ADDRESS HOME="$home" XDG_CONFIG_HOME="$home" XDG_DATA_HOME="$home" XDG_STATE_HOME="$home" \
        XDG_CACHE_HOME="$home" XDG_RUNTIME_DIR="$home" LIBGL_ALWAYS_SOFTWARE=1 "$program" "$save" >>"$log" 2>&1 &
    process=$!
    children+=("$process")
    await "a window" find_window
    await "the window manager to give it the keyboard" take_focus
}

# openbox can sleep over what it was asked while it started, until it hears of something else: so it does, at each look.
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

# The rows of the board in a save file without the blanks that people read by: its position as text.
board() {
    sed -n 's/^ *"\(.*\)",$/\1/p' "$1" | tr -d ' '
}

clipboard_has() {
    [ "$(timeout 5 xclip -selection clipboard -o 2>/dev/null)" = "$1" ]
}

# The box is open and has the keyboard once the picture has changed and then stands still.
save_by_path() {
    local before
    await "the window to come to rest" screen_stands_still
    before=$(screen)
    press ctrl+alt+s
    await "the path box" screen_differs_from "$before"
    await "the path box to stand still" screen_stands_still
    press ctrl+a
    xdotool type --delay 20 -- "$1"
    press Return
}

screen_differs_from() {
    [ "$(screen)" != "$1" ]
}

screen_stands_still() {
    [ "$(screen)" = "$(screen)" ]
}

screen() {
    import -silent -window root rgb:- | sha256sum
}

quit() {
    local status=0
    press ctrl+q
    # Set apart from await, which takes the program's end for a failure.
    for ((tries = limit * 20; tries > 0; tries--)); do
        kill -0 "$process" 2>/dev/null || break
        sleep 0.05
    done
    [ "$tries" -gt 0 ] || fail "the program is still there $limit s after ctrl+q"
    wait "$process" || status=$?
    [ "$status" -eq 0 ] || fail "the program ended with status $status"
}

press() {
    xdotool key "$1"
}

await() { # WHAT CONDITION...
    local what=$1 end=$((SECONDS + limit))
    shift
    until "$@"; do
        [ -z "$process" ] || kill -0 "$process" 2>/dev/null || fail "the program ended before $what"
        [ "$SECONDS" -lt "$end" ] || fail "waited $limit s in vain for $what"
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
