import { useState } from 'react'
import type { Screen } from '../../../core/contract/screen.ts'
import { loadKinds } from '../../canvas/controls/kinds.ts'
import { EditorSkeleton } from '../../canvas/editor/EditorSkeleton.tsx'
import { NewScreenButton } from '../../canvas/editor/screens/NewScreen.tsx'
import { lazyPart, useConnection, useText } from '../../define/index.ts'
import { EmptyElement } from '../../parts/EmptyElement.tsx'
import { Failure } from '../../parts/Failure.tsx'
import { LoadingState } from '../../parts/LoadingState.tsx'
import { useCall } from '../../parts/use-call.ts'
import { text } from './text.ts'

function Loading() {
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
    const [chunk] = await Promise.all([import('../../canvas/editor/EditorFrame.tsx'), loadKinds()])
    return chunk.EditorFrame
  },
  <Loading />,
)

interface CanvasEditorProps {
  screen: number | undefined
  template: number | undefined
  onSaved: (detail: { screen_id: number; revision: number }) => boolean
  onScreenChange: (detail: { screen_id: number }) => boolean
  onClose: () => boolean
}

/** Chooses what is opened: the named screen, or the start screen of the named template. */
export function CanvasEditor({ screen, template, ...events }: CanvasEditorProps) {
  const [chosen, setChosen] = useState<{ screen_id: number; instead: number | undefined } | null>(null)
  const screen_id = chosen && chosen.instead === screen ? chosen.screen_id : screen
  const open = (next: number) => {
    setChosen({ screen_id: next, instead: screen })
    events.onScreenChange({ screen_id: next })
  }
  if (screen_id !== undefined) return <OpenScreen key={screen_id} screen_id={screen_id} onOpen={open} {...events} />
  if (template !== undefined) return <OfTemplate key={template} template_id={template} onOpen={open} {...events} />
  return <NothingNamed />
}

function NothingNamed() {
  const t = useText(text)
  return <EmptyElement icon="image" title={t.noScreen} explanation={t.noScreenWhy} />
}

interface OpenProps extends Omit<CanvasEditorProps, 'screen' | 'template'> {
  onOpen: (screen_id: number) => void
}

const startOf = (screens: readonly Screen[]): Screen | undefined =>
  screens.find(({ is_start, variant }) => is_start && variant === 'desktop') ?? screens[0]

function OfTemplate({ template_id, ...events }: OpenProps & { template_id: number }) {
  const t = useText(text)
  const { api } = useConnection()
  const { data, failure, reload } = useCall(api.screen.list, { template_id })
  if (failure && !data) return <Failure failure={failure} onRetry={reload} />
  if (!data) return <Loading />
  const start = startOf(data)
  if (start) return <OpenScreen screen_id={start.screen_id} {...events} />
  return (
    <EmptyElement
      icon="image"
      title={t.noScreens}
      explanation={t.noScreensWhy}
      action={<NewScreenButton template_id={template_id} onMade={({ screen_id }) => events.onOpen(screen_id)} />}
    />
  )
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

function OpenScreen({ screen_id, ...events }: OpenProps & { screen_id: number }) {
  const { api } = useConnection()
  const { data, failure, reload } = useCall(api.screen.open, { screen_id })
  const [held, setHeld] = useState<typeof data>(null)
  // A failed reload leaves what is being drawn where it is.
  if (data && data !== held) setHeld(data)
  const opened = data ?? held
  if (failure && !opened) return <Failure failure={failure} onRetry={reload} />
  if (!opened) return <Loading />
  return <EditorFrame key={roundOf(opened)} opened={opened} onReopen={reload} {...events} />
}
