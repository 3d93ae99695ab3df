import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { words } from '../../../core/text/words.ts'
import { useSheet, useText } from '../../define/index.ts'
import { IconButton } from '../../kit/Button.tsx'
import { Icon } from '../../kit/Icon.tsx'
import { placeAfter, within } from './place-of.ts'
import sheet from './puzzle.css?sheet'
import { text } from './text.ts'
import { usePuzzle } from './use-puzzle.ts'

interface PuzzleProps {
  handle: RefObject<HTMLDivElement | null>
  /** Solved: good for one sign-in within 2 minutes. */
  onSolved: (puzzle_pass: string) => void
  onClose: () => void
}

/** Pixels of the screen below which a press has moved nothing. */
const STILL = 3

/** A picture with a gap and the piece that fills it: dragged, or moved by the arrow keys and dropped by Enter. */
export function Puzzle({ handle, onSolved, onClose }: PuzzleProps) {
  useSheet(sheet)
  const t = useText(text)
  const { close } = useText(words)
  const { drawn, stand, isReady, begin, check, another } = usePuzzle(onSolved)
  const [moved, setMoved] = useState({ puzzle_id: '', place: 0 })
  const picture = useRef<HTMLDivElement>(null)
  const grabbed = useRef<{ x: number; place: number } | null>(null)
  const saidId = useId()
  // Another puzzle begins at its left edge.
  const place = drawn && moved.puzzle_id === drawn.puzzle_id ? moved.place : 0
  const most = drawn ? drawn.width - drawn.piece_width : 0
  const isSolved = stand === 'solved'
  const isWrong = stand === 'wrong' || stand === 'late' || stand === 'unchecked'
  const isFailed = stand === 'unreachable' || stand === 'tooMany'

  useEffect(() => handle.current?.focus(), [handle])

  // From what came before, not from what is drawn: keys that repeat come faster.
  function move(next: (before: number) => number) {
    if (!drawn) return
    const { puzzle_id } = drawn
    begin()
    setMoved((before) => ({ puzzle_id, place: next(before.puzzle_id === puzzle_id ? before.place : 0) }))
  }

  /** Where a pointer has taken the piece. The page may be zoomed and the element narrow: only the ratio counts. */
  function placeAt({ clientX }: PointerEvent): number {
    const from = grabbed.current
    const wide = picture.current?.getBoundingClientRect().width
    if (!from || !wide || !drawn) return place
    return within(from.place + ((clientX - from.x) * drawn.width) / wide, most)
  }
  const drag = {
    onPointerDown(event: PointerEvent) {
      if (!isReady || event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      grabbed.current = { x: event.clientX, place }
      handle.current?.focus()
    },
    onPointerMove(event: PointerEvent) {
      if (!grabbed.current) return
      const left = placeAt(event)
      move(() => left)
    },
    onPointerUp(event: PointerEvent) {
      const from = grabbed.current
      const left = placeAt(event)
      grabbed.current = null
      if (from && Math.abs(event.clientX - from.x) >= STILL) void check(left)
    },
    onPointerCancel() {
      grabbed.current = null
    },
  }

  function press(event: KeyboardEvent) {
    const { key, shiftKey } = event
    const isDrop = key === 'Enter' || key === ' '
    if (!isDrop && placeAfter(key, shiftKey, place, most) === null) return
    event.preventDefault()
    if (!isReady) return
    if (isDrop) void check(place)
    else move((before) => placeAfter(key, shiftKey, before, most) ?? before)
  }
  function leave(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.stopPropagation()
    onClose()
  }

  const share = (pixels: number) => (drawn ? `${(pixels / drawn.width) * 100}%` : undefined)
  const size = drawn ? { left: share(place), inlineSize: share(drawn.piece_width) } : {}
  return (
    <section className="puzzle" aria-label={t.puzzle} onKeyDown={leave}>
      <div
        ref={picture}
        className={stand === 'wrong' ? 'puzzle-picture puzzle-shaken' : 'puzzle-picture'}
        style={drawn ? { aspectRatio: `${drawn.width} / ${drawn.height}` } : {}}
        aria-busy={stand === 'loading'}
      >
        {drawn ? (
          <>
            <img className="puzzle-ground" src={`data:image/png;base64,${drawn.picture}`} alt="" draggable={false} />
            <img
              className="puzzle-piece"
              src={`data:image/png;base64,${drawn.piece}`}
              alt=""
              draggable={false}
              style={size}
              {...drag}
            />
          </>
        ) : (
          isFailed && <Icon name="image" size={32} />
        )}
      </div>
      <div className="puzzle-track">
        <div
          ref={handle}
          className="puzzle-handle"
          data-solved={isSolved || undefined}
          role="slider"
          tabIndex={0}
          aria-label={t.puzzleHandle}
          aria-describedby={saidId}
          aria-disabled={!isReady || undefined}
          aria-valuemin={0}
          aria-valuemax={most}
          aria-valuenow={Math.round(place)}
          aria-valuetext={t.puzzlePlace({ share: most > 0 ? Math.round((place / most) * 100) : 0 })}
          style={size}
          onKeyDown={press}
          {...drag}
        >
          <Icon name={isSolved ? 'check' : 'chevrons-right'} />
        </div>
      </div>
      <div className="puzzle-foot">
        <p
          id={saidId}
          role="status"
          className="puzzle-said"
          data-look={isSolved ? 'good' : isWrong || isFailed ? 'wrong' : undefined}
        >
          {(isSolved || isWrong || isFailed) && <Icon name={isSolved ? 'check' : 'warning'} />}
          <span>{t[STANDS[stand]]}</span>
        </p>
        {!isSolved && (
          <>
            <IconButton icon="refresh" label={t.puzzleAgain} onPress={another} />
            <IconButton icon="close" label={close} onPress={onClose} />
          </>
        )}
      </div>
    </section>
  )
}

const STANDS = {
  loading: 'puzzleLoading',
  none: 'puzzleHow',
  checking: 'puzzleChecking',
  wrong: 'puzzleWrong',
  late: 'puzzleLate',
  unchecked: 'puzzleUnchecked',
  unreachable: 'puzzleUnreachable',
  tooMany: 'puzzleTooMany',
  solved: 'puzzleSolved',
} as const
