import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useText } from '../../../define/index.ts'
import type { Look } from '../define-control.ts'
import { ViewNote, ViewWaiting } from '../view/ViewNote.tsx'
import type { ModelProps } from './control.ts'
import { ModelError, type ModelFile, readModel } from './model-files.ts'
import { keyed, type Orbit } from './orbit.ts'
import { nodeLooks } from './parts.ts'
import { rgbOf } from './rgb.ts'
import type { ModelStage } from './stage.ts'
import { text } from './text.ts'
import { watchPointers } from './watch-pointers.ts'

interface ModelBoxProps {
  files: readonly ModelFile[]
  props: ModelProps
  look: Look
  isEditing: boolean
}

type Status = { is: 'loading' | 'shown' | 'lost' | 'noWebgl' } | { is: 'faulty'; fault: ModelError }

/** The model on its canvas, which can be turned by the pointer and by the keyboard. */
export function ModelBox({ files, props, look, isEditing }: ModelBoxProps) {
  const t = useText(text)
  const { parts, azimuth, elevation, zoom, isTurnable, title } = props
  const canvas = useRef<HTMLCanvasElement>(null)
  const [status, setStatus] = useState<Status>({ is: 'loading' })
  const [stage, setStage] = useState<ModelStage | null>(null)
  const [round, setRound] = useState(0)
  const [missing, setMissing] = useState('')
  const start = useMemo<Orbit>(() => ({ azimuth, elevation, zoom }), [azimuth, elevation, zoom])
  const [turned, setTurned] = useState<{ from: Orbit; orbit: Orbit } | null>(null)
  const orbit = turned?.from === start ? turned.orbit : start
  const mayTurn = isTurnable && !isEditing
  const turn = useEffectEvent((next: (orbit: Orbit) => Orbit) => setTurned({ from: start, orbit: next(orbit) }))

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` is there to try once more
  useEffect(() => {
    const own = canvas.current
    if (!own) return
    let isWanted = true
    let opened: ModelStage | null = null
    const open = async () => {
      const model = readModel(files)
      const { openStage } = await import('./stage.ts')
      if (!isWanted) return
      const made = await openStage({
        canvas: own,
        model,
        onLost: () => setStatus({ is: 'lost' }),
        onRestored: () => setStatus({ is: 'shown' }),
      })
      if (!isWanted) return made.dispose()
      opened = made
      setStage(made)
      setStatus({ is: 'shown' })
    }
    open().catch((error: unknown) => {
      if (!isWanted) return
      if (error instanceof ModelError) setStatus({ is: 'faulty', fault: error })
      else if (error instanceof Error && error.name === 'NoWebGL') setStatus({ is: 'noWebgl' })
      else
        setStatus(() => {
          throw error
        })
    })
    return () => {
      isWanted = false
      opened?.dispose()
      setStage(null)
    }
  }, [files, round])

  useEffect(() => {
    if (!stage) return
    const names = stage.setLooks(nodeLooks(parts), (colour) => rgbOf(look.colour(colour)))
    setMissing(names.join(', '))
  }, [stage, parts, look])
  useEffect(() => stage?.setOrbit(orbit), [stage, orbit])
  useEffect(() => {
    if (canvas.current && mayTurn) return watchPointers(canvas.current, (next) => turn(next))
  }, [mayTurn])

  const retry = () => {
    setStatus({ is: 'loading' })
    setRound(round + 1)
  }
  return (
    <div className="model">
      <canvas
        ref={canvas}
        className="model-canvas"
        data-shown={status.is === 'shown' || undefined}
        data-turnable={mayTurn || undefined}
        aria-label={title || t.name}
        {...(mayTurn ? { role: 'application', tabIndex: 0, 'aria-description': t.help } : { role: 'img' })}
        onKeyDown={(event) => {
          const next = mayTurn && !event.ctrlKey && !event.metaKey && !event.altKey && keyed(orbit, event.key, start)
          if (!next) return
          event.preventDefault()
          event.stopPropagation()
          turn(() => next)
        }}
      />
      {status.is !== 'shown' && (
        <div className="view-over">
          <StatusNote status={status} onRetry={retry} />
        </div>
      )}
      {status.is === 'shown' && missing !== '' && (
        <p className="view-missing" role="status">
          {t.noNode({ names: missing })}
        </p>
      )}
    </div>
  )
}

function StatusNote({ status, onRetry }: { status: Status; onRetry: () => void }) {
  const t = useText(text)
  if (status.is === 'faulty') {
    const { fault, file } = status.fault
    const why = fault === 'noScene' ? t.noScene : t[fault]({ file })
    return <ViewNote icon="warning" title={t.faulty} explanation={why} isAlert />
  }
  if (status.is === 'lost')
    return <ViewNote icon="warning" title={t.lost} explanation={t.lostWhy} onRetry={onRetry} isAlert />
  if (status.is === 'noWebgl') {
    return <ViewNote icon="warning" title={t.noWebgl} explanation={t.noWebglWhy} onRetry={onRetry} isAlert />
  }
  return <ViewWaiting />
}
