import { useMemo, useState } from 'react'
import type { DeviceFacts, PointSource } from '../../../../core/canvas/point-source.ts'
import { readDocument } from '../../../../core/canvas/read-document.ts'
import { createSimulatedSource } from '../../../../core/canvas/simulated-source.ts'
import type { ScreenDocument } from '../../../../core/contract/documents/screen.ts'
import type { VideoSetting } from '../../../../core/contract/template.ts'
import { fieldsOf } from '../../../../core/dashboard/fields.ts'
import { laidOut } from '../../../../core/dashboard/layout.ts'
import { valuesOf, withVariables } from '../../../../core/dashboard/variables.ts'
import { useConnection, useText } from '../../../define/index.ts'
import { Button, IconButton } from '../../../kit/Button.tsx'
import { Checkbox } from '../../../kit/Checkbox.tsx'
import { Dialog } from '../../../kit/Dialog.tsx'
import { Select } from '../../../kit/Select.tsx'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { Failure } from '../../../parts/Failure.tsx'
import { useCall } from '../../../parts/use-call.ts'
import { KINDS } from '../../controls/kinds.ts'
import { ReplayBar } from '../../view/ReplayBar.tsx'
import { ScreenView } from '../../view/ScreenView.tsx'
import { useLiveSource } from '../../view/use-live-source.ts'
import { useReplay } from '../../view/use-replay.ts'
import { useTestDevice } from '../binding/TestDevice.tsx'
import { pointsNamed } from '../binding/unresolved.ts'
import { useEditor } from '../editor-context.ts'
import { usePanelSheets } from '../inspector/use-panel-sheets.ts'
import type { DialogProps } from '../panels.tsx'
import { text } from './text.ts'
import { PREVIEW_WIDTHS, type PreviewWidth, usePreviewWidth } from './use-preview-width.ts'

/** What is drawn now, saved or not, as it will be seen. */
export default function Preview({ onClose }: DialogProps) {
  const t = useText(text)
  const { editor, drawn } = useEditor()
  // What it is when the preview is opened: nobody draws behind it.
  const [document] = useState(() => editor.state().whole)
  return <PreviewDialog document={document} title={t.preview({ name: drawn.name })} onClose={onClose} />
}

type From = 'live' | 'simulated' | 'replay'

interface PreviewDialogProps {
  document: ScreenDocument
  title: string
  onClose: () => void
}

/** A screen of its own size with live, simulated or past values. */
export function PreviewDialog({ document, title, onClose }: PreviewDialogProps) {
  usePanelSheets()
  const t = useText(text)
  const { drawn } = useEditor()
  const { hasLive, choice } = useTestDevice()
  const [chosen, setChosen] = useState<From>(hasLive ? 'live' : 'simulated')
  const [hasTroubles, setTroubles] = useState(false)
  const [path, setPath] = useState<readonly number[]>([])
  const from = hasLive ? chosen : 'simulated'
  const [width, chooseWidth] = usePreviewWidth()
  const isDashboard = drawn.is === 'dashboard'
  const shown = useMemo(() => {
    if (!isDashboard) return document
    const filled = withVariables(document, valuesOf(fieldsOf(document).variables, {}))
    return width === 'desktop' ? filled : laidOut(filled, width)
  }, [document, isDashboard, width])
  const live = useLiveSource()
  const screen_id = path.at(-1)
  return (
    <Dialog title={title} isOpen onClose={onClose} size="large">
      <div className="preview">
        <div className="preview-bar">
          {path.length > 0 && (
            <IconButton icon="chevron-left" label={t.back} onPress={() => setPath(path.slice(0, -1))} />
          )}
          <Select<From>
            label={t.values}
            isLabelHidden
            isDisabled={!hasLive}
            options={(['live', 'simulated', 'replay'] as const).map((id) => ({ id, label: t[id] }))}
            value={from}
            onChange={setChosen}
          />
          {isDashboard && (
            <Select<PreviewWidth>
              label={t.page}
              isLabelHidden
              options={PREVIEW_WIDTHS.map((id) => ({ id, label: t[id] }))}
              value={width}
              onChange={chooseWidth}
            />
          )}
          {choice}
          {from === 'simulated' && (
            <Checkbox isSelected={hasTroubles} onChange={setTroubles}>
              {t.troubles}
            </Checkbox>
          )}
          <small className="preview-note">{hasLive ? (from === 'live' ? t.writes : t.noWrites) : t.noDevices}</small>
        </div>
        {live &&
          (screen_id === undefined ? (
            <Shown
              document={shown}
              width={isDashboard && width !== 'desktop' ? shown.width : null}
              name={title}
              from={from}
              live={live}
              hasTroubles={hasTroubles}
              onGo={(next) => setPath([...path, next])}
              onBack={() => setPath(path.slice(0, -1))}
              onLeaveReplay={() => setChosen('live')}
            />
          ) : (
            <Other
              key={screen_id}
              screen_id={screen_id}
              from={from}
              live={live}
              hasTroubles={hasTroubles}
              onGo={(next) => setPath([...path, next])}
              onBack={() => setPath(path.slice(0, -1))}
              onLeaveReplay={() => setChosen('live')}
            />
          ))}
      </div>
    </Dialog>
  )
}

interface ShownProps {
  document: ScreenDocument
  /** px of a page that is shown in its own size; null for one that fits its place. */
  width?: number | null
  name: string
  from: From
  live: PointSource
  hasTroubles: boolean
  onGo: (screen_id: number) => void
  onBack: () => void
  onLeaveReplay: () => void
}

/** Another screen of the template, where a control led to it. */
function Other({ screen_id, ...rest }: Omit<ShownProps, 'document' | 'name' | 'width'> & { screen_id: number }) {
  const t = useText(text)
  const { api } = useConnection()
  const { data, failure, reload } = useCall(api.screen.open, { screen_id })
  const document = useMemo(() => (data ? readDocument(data.document, KINDS).document : null), [data])
  if (!data) return failure ? <Failure failure={failure} onRetry={reload} /> : <Skeleton rows={6} />
  if (!document)
    return (
      <p className="panel-none">
        {t.unreadable} <Button onPress={rest.onBack}>{t.back}</Button>
      </p>
    )
  return <Shown document={document} name={data.screen.screen_name} {...rest} />
}

/** Stands for the device where there is none. */
const NOBODY = 'PREVIEW'
const NO_VIDEOS: readonly VideoSetting[] = []

function Shown({ document, width = null, name, from, live, hasTroubles, ...on }: ShownProps) {
  const { drawn, sn_code, chooseDevice, template } = useEditor()
  const replay = useReplay(from === 'replay', live)
  const simulated = useSimulated(document, hasTroubles)
  const source = from === 'simulated' ? simulated : (replay?.source ?? live)
  const time = useMemo(
    () =>
      drawn.is === 'dashboard'
        ? { range: { from: 0, to: 0, preset: fieldsOf(document).range }, isCompared: false }
        : null,
    [drawn.is, document],
  )
  return (
    <div className="preview-shown">
      <div
        className="preview-screen"
        data-page={width === null ? undefined : 'own'}
        style={width === null ? undefined : { inlineSize: `min(${width}px, 100%)` }}
      >
        <ScreenView
          document={document}
          name={name}
          zoom={width === null ? 'fit' : 'actual'}
          source={source}
          sn_code={from === 'simulated' ? sn_code || NOBODY : sn_code}
          items={null}
          asks={ASKS_ALL}
          videos={template?.videos ?? NO_VIDEOS}
          replayTime={replay?.shownTime ?? null}
          time={time}
          onChoose={drawn.is === 'dashboard' ? chooseDevice : null}
          onSwitch={on.onGo}
          onPopUp={on.onGo}
          onBack={on.onBack}
          onWriteDone={() => {}}
        />
      </div>
      {replay && <ReplayBar {...replay.bar} onClose={on.onLeaveReplay} />}
    </div>
  )
}

/** Nobody has published it: what somebody else has drawn does nothing unasked. */
const ASKS_ALL = { write: true, acknowledge: true }

/** Every point that the screen names moves by itself; those of the template as their units have it. */
function useSimulated(document: ScreenDocument, hasTroubles: boolean): PointSource {
  const { template, sn_code } = useEditor()
  return useMemo(() => {
    const known = new Map((template?.points ?? []).map((point) => [point.key, point]))
    const own = sn_code || NOBODY
    const devices = new Map<string, Map<string, NonNullable<ReturnType<typeof known.get>>>>([[own, new Map(known)]])
    for (const { sn_code: named, key } of pointsNamed(document)) {
      if (key === '*' || key.includes('$')) continue
      const points = devices.get(named || own) ?? new Map(known)
      devices.set(named || own, points)
      if (!points.has(key)) points.set(key, plainPoint(key))
    }
    const facts = [...devices].map(
      ([sn, points]): DeviceFacts => ({ sn_code: sn, dev_alias: sn, dev_state: 1, may_write: false, points }),
    )
    return createSimulatedSource({ devices: facts, hasTroubles })
  }, [document, template, sn_code, hasTroubles])
}

const plainPoint = (key: string) => ({
  key,
  name: key,
  name_en: null,
  data_type: 'number' as const,
  unit: null,
  decimals: 1,
  access: 'r' as const,
  write_min: null,
  write_max: null,
  enum_text: null,
  keep_history: false,
  two_step: false,
})
