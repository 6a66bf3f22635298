#!/bin/sh
# A bot in a few lines of shell: it makes the last move that begins with "take" or "climb", or else the first move.
#
#     gangland arena --game famiglia "cmd:sh examples/taker.sh" random --deals 10
#
# The lines that it reads and writes are described in docs/howto/write-a-bot.md.
while read -r word rest; do
    case $word in
    bot)
        echo "name Taker"
        echo "ready"
        ;;
    moves)
        moves=$rest
        ;;
    go)
        choice=${moves%%;*}
        while [ -n "$moves" ]; do
            move=${moves%%;*}
            case $move in
            take* | climb*) choice=$move ;;
            esac
            case $moves in
            *"; "*) moves=${moves#*; } ;;
            *) moves= ;;
            esac
        done
        echo "move $choice"
        ;;
    esac
done
