import { useMemo, useState } from 'react'
import type { Screen } from '../../../core/contract/screen.ts'
import { screenCalls } from '../../canvas/editor/drawn/screen-calls.ts'
import { EditorLoading, OpenDrawn } from '../../canvas/editor/OpenDrawn.tsx'
import { NewScreenButton } from '../../canvas/editor/screens/NewScreen.tsx'
import { useConnection, useText } from '../../define/index.ts'
import { EmptyElement } from '../../parts/EmptyElement.tsx'
import { Failure } from '../../parts/Failure.tsx'
import { useCall } from '../../parts/use-call.ts'
import { text } from './text.ts'

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

interface OpenProps extends Pick<CanvasEditorProps, 'onSaved' | 'onClose'> {
  onOpen: (screen_id: number) => void
}

const startOf = (screens: readonly Screen[]): Screen | undefined =>
  screens.find(({ is_start, variant }) => is_start && variant === 'desktop') ?? screens[0]

function OfTemplate({ template_id, ...events }: OpenProps & { template_id: number }) {
  const t = useText(text)
  const { api } = useConnection()
  const { data, failure, reload } = useCall(api.screen.list, { template_id })
  if (failure && !data) return <Failure failure={failure} onRetry={reload} />
  if (!data) return <EditorLoading />
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

function OpenScreen({ screen_id, onOpen, onSaved, onClose }: OpenProps & { screen_id: number }) {
  const { api } = useConnection()
  const calls = useMemo(() => screenCalls(api), [api])
  return (
    <OpenDrawn
      calls={calls}
      id={screen_id}
      onOpen={onOpen}
      onSaved={({ id, revision }) => void onSaved({ screen_id: id, revision })}
      onClose={onClose}
    />
  )
}
