import { type ReactNode, useMemo, useState } from 'react'
import { problemSentence } from '../../../core/canvas/problem.ts'
import { readDocument } from '../../../core/canvas/read-document.ts'
import type { ScreenDocument } from '../../../core/contract/documents/screen.ts'
import type { ShownScreen } from '../../../core/contract/screen.ts'
import { useConnection, useElement, useText } from '../../define/index.ts'
import { useCall } from '../../parts/use-call.ts'
import { KINDS } from '../controls/kinds.ts'
import { ViewFailure, ViewNote, ViewWaiting } from '../controls/view/ViewNote.tsx'
import type { PlacedScreenOf } from '../controls/view/view-context.ts'
import { text } from './text.ts'
import { useKinds } from './use-kinds.ts'

/** A screen as it was read. */
export interface ReadScreen extends Pick<ShownScreen, 'asks' | 'videos'> {
  readonly document: ScreenDocument
  readonly name: string
  readonly sn_code: string
  readonly items: ReadonlySet<number>
  readonly onSwitch: (screen_id: number, named: string | undefined) => void
  readonly onPopUp: (screen_id: number, named: string | undefined) => void
  readonly onBack: () => void
}

interface PlacedScreenProps {
  of: PlacedScreenOf
  draw: (screen: ReadScreen) => ReactNode
}

/** A screen within a screen: what its controls lead to is shown in its place, and the way back is theirs too. */
export function PlacedScreen({ of, draw }: PlacedScreenProps) {
  const address = JSON.stringify(of)
  const [way, setWay] = useState<{ from: string; places: readonly PlacedScreenOf[] }>({ from: address, places: [] })
  const places = way.from === address ? way.places : []
  const at = places.at(-1) ?? of
  const go = (screen_id: number, named: string | undefined) =>
    setWay({ from: address, places: [...places, { screen_id, sn_code: named ?? at.sn_code }] })
  return (
    <OneScreen
      key={JSON.stringify(at)}
      of={at}
      draw={draw}
      onGo={go}
      onBack={() => setWay({ from: address, places: places.slice(0, -1) })}
    />
  )
}

interface OneScreenProps extends PlacedScreenProps {
  onGo: (screen_id: number, named: string | undefined) => void
  onBack: () => void
}

function OneScreen({ of: { sn_code, screen_id }, draw, onGo, onBack }: OneScreenProps) {
  const t = useText(text)
  const { lang } = useElement()
  const { api } = useConnection()
  const called = useCall(api.screen.show, { ...(sn_code && { sn_code }), ...(screen_id !== null && { screen_id }) })
  const shown = called.data
  const hasKinds = useKinds(shown?.document ?? null)
  const opened = useMemo(() => (shown && hasKinds ? readDocument(shown.document, KINDS) : null), [shown, hasKinds])
  const items = useMemo(() => new Set(shown?.items), [shown])
  if (!shown || !opened) {
    return called.failure ? <ViewFailure failure={called.failure} onRetry={called.reload} /> : <ViewWaiting />
  }
  if (opened.refusal)
    return <ViewNote icon="warning" title={t.refused} explanation={problemSentence(opened.refusal, lang)} />
  const { asks, videos, screen } = shown
  return draw({
    document: opened.document,
    name: screen.screen_name,
    sn_code,
    items,
    asks,
    videos,
    onSwitch: onGo,
    onPopUp: onGo,
    onBack,
  })
}
