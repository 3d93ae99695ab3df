import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useConnection, useSheet, useText } from '../define/index.ts'
import { Button, IconButton } from '../kit/Button.tsx'
import { Icon } from '../kit/Icon.tsx'
import { isCallFailure, useCall } from '../parts/use-call.ts'
import { placeAfter, within } from './place-of.ts'
import sheet from './puzzle.css?sheet'
import { text } from './text.ts'

interface PuzzleProps {
  /** Solved: good for one sign-in within 2 minutes. */
  onSolved: (puzzle_pass: string) => void
  onClose: () => void
}

type State = 'open' | 'judging' | 'wrong' | 'solved'

/** A picture with a gap and the piece that fills it: dragged, or moved by the arrow keys and dropped by Enter. */
export function Puzzle({ onSolved, onClose }: PuzzleProps) {
  useSheet(sheet)
  const t = useText(text)
  const { api } = useConnection()
  const called = useCall(api.loginCheck.puzzle, {})
  const { data: puzzle, failure, reload } = called
  const [place, setPlace] = useState(0)
  const [state, setState] = useState<State>('open')
  const picture = useRef<HTMLDivElement>(null)
  const handle = useRef<HTMLDivElement>(null)
  const grabbed = useRef<{ x: number; place: number } | null>(null)
  const most = puzzle ? puzzle.width - puzzle.piece_width : 0
  const isOpen = state === 'open' || state === 'wrong'

  const focusHandle = useEffectEvent(() => handle.current?.focus())
  const isThere = puzzle !== null
  useEffect(() => {
    if (isThere) focusHandle()
  }, [isThere])

  function another() {
    setPlace(0)
    setState('open')
    reload()
  }

  async function drop(left: number) {
    if (!puzzle || !isOpen) return
    setState('judging')
    try {
      const { puzzle_pass } = await api.loginCheck.solve({ puzzle_id: puzzle.puzzle_id, left }, { isQuiet: true })
      if (puzzle_pass !== null) {
        setState('solved')
        return onSolved(puzzle_pass)
      }
    } catch (error) {
      if (!isCallFailure(error)) throw error
    }
    // Each is good once, right or wrong.
    setState('wrong')
    setPlace(0)
    reload()
  }

  /** Pixels of the picture for those of the screen: the page may be zoomed, the element narrow. */
  const scale = () => (puzzle && picture.current ? puzzle.width / picture.current.getBoundingClientRect().width : 1)
  function grab(event: PointerEvent<HTMLDivElement>) {
    if (!isOpen) return
    event.currentTarget.setPointerCapture(event.pointerId)
    grabbed.current = { x: event.clientX, place }
    setState('open')
  }
  function drag(event: PointerEvent<HTMLDivElement>) {
    const from = grabbed.current
    if (from) setPlace(within(from.place + (event.clientX - from.x) * scale(), most))
  }
  function letGo(event: PointerEvent<HTMLDivElement>) {
    const from = grabbed.current
    grabbed.current = null
    // A press that moved nothing only takes the focus.
    if (from && Math.abs(event.clientX - from.x) > 2) void drop(place)
  }
  function press(event: KeyboardEvent<HTMLDivElement>) {
    const { key, shiftKey } = event
    const next = placeAfter(key, shiftKey, place, most)
    const isDrop = event.key === 'Enter' || event.key === ' '
    if ((next === null && !isDrop) || !isOpen) return
    event.preventDefault()
    if (isDrop) return void drop(place)
    setState('open')
    // Keys that repeat come faster than they are drawn.
    setPlace((before) => placeAfter(key, shiftKey, before, most) ?? before)
  }

  const share = (pixels: number) => (puzzle ? `${(pixels / puzzle.width) * 100}%` : '0%')
  const said = state === 'solved' ? t.puzzleSolved : state === 'wrong' ? t.puzzleWrong : t.puzzleHow
  return (
    <section className={`puzzle puzzle-${state}`} aria-label={t.puzzle}>
      <div className="puzzle-picture" ref={picture}>
        {puzzle && (
          <>
            <img className="puzzle-ground" src={`data:image/png;base64,${puzzle.picture}`} alt="" draggable={false} />
            <img
              className="puzzle-piece"
              src={`data:image/png;base64,${puzzle.piece}`}
              alt=""
              draggable={false}
              style={{ left: share(place), width: share(puzzle.piece_width) }}
            />
          </>
        )}
        {!puzzle && failure && (
          <span className="puzzle-failed">
            {t.puzzleFailed} <Button onPress={reload}>{t.puzzleAgain}</Button>
          </span>
        )}
      </div>
      <div className="puzzle-track">
        <div
          ref={handle}
          className="puzzle-handle"
          role="slider"
          tabIndex={0}
          aria-label={t.puzzleHandle}
          aria-valuemin={0}
          aria-valuemax={most}
          aria-valuenow={Math.round(place)}
          aria-disabled={!puzzle || undefined}
          aria-valuetext={t.puzzlePlace({ share: most > 0 ? Math.round((place / most) * 100) : 0 })}
          style={{ left: share(place), width: share(puzzle?.piece_width ?? 0) }}
          onPointerDown={grab}
          onPointerMove={drag}
          onPointerUp={letGo}
          onPointerCancel={letGo}
          onKeyDown={press}
        >
          <Icon name={state === 'solved' ? 'check' : 'chevrons-right'} />
        </div>
      </div>
      <div className="puzzle-foot">
        <span role="status" className="puzzle-said">
          {said}
        </span>
        <IconButton icon="refresh" label={t.puzzleAgain} onPress={another} />
        <IconButton icon="close" label={t.puzzleClose} onPress={onClose} />
      </div>
    </section>
  )
}
