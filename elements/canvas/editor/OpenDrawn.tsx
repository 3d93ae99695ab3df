import { useState } from 'react'
import { lazyPart } from '../../define/index.ts'
import { Failure } from '../../parts/Failure.tsx'
import { LoadingState } from '../../parts/LoadingState.tsx'
import { useCall } from '../../parts/use-call.ts'
import { loadKinds } from '../controls/kinds.ts'
import type { Drawn, DrawnCalls } from './drawn/drawn.ts'
import { EditorSkeleton } from './EditorSkeleton.tsx'

export function EditorLoading() {
  return (
    <>
      <LoadingState />
      <EditorSkeleton />
    </>
  )
}

/** Controls are validated by their kinds: all of them are loaded before a document is. */
const EditorFrame = lazyPart(
  async () => {
    const [chunk] = await Promise.all([import('./EditorFrame.tsx'), loadKinds()])
    return chunk.EditorFrame
  },
  <EditorLoading />,
)

interface OpenDrawnProps {
  calls: DrawnCalls
  id: number
  /** The editor goes on with another one of them. */
  onOpen: (id: number) => void
  onSaved: (drawn: Drawn) => void
  onClose: () => boolean
}

/** Documents are opened once: an answer that comes again is another editor. */
const rounds = new WeakMap<object, number>()
let lastRound = 0
function roundOf(answer: object): number {
  const known = rounds.get(answer)
  if (known !== undefined) return known
  lastRound += 1
  rounds.set(answer, lastRound)
  return lastRound
}

/** Opens a screen or a dashboard to draw it. */
export function OpenDrawn({ calls, id, ...events }: OpenDrawnProps) {
  const { data, failure, reload } = useCall(calls.open, { id })
  const [held, setHeld] = useState<typeof data>(null)
  // A failed reload leaves what is being drawn where it is.
  if (data && data !== held) setHeld(data)
  const opened = data ?? held
  if (failure && !opened) return <Failure failure={failure} onRetry={reload} />
  if (!opened) return <EditorLoading />
  return <EditorFrame key={roundOf(opened)} calls={calls} opened={opened} onReopen={reload} {...events} />
}
