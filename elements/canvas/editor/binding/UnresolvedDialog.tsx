import { useEffect, useMemo, useState } from 'react'
import { unresolvedText } from '../../../../core/canvas/runtime/problem-text.ts'
import type { Unresolved } from '../../../../core/canvas/runtime/unresolved.ts'
import { useElement, useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { Dialog } from '../../../kit/Dialog.tsx'
import { EmptyState } from '../../../kit/EmptyState.tsx'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { namesOf } from '../../controls/control-names.ts'
import { useLiveSource } from '../../view/use-live-source.ts'
import { useEditor, useEditorState } from '../editor-context.ts'
import { usePanelSheets } from '../inspector/use-panel-sheets.ts'
import type { DialogProps } from '../panels.tsx'
import { propertyName } from './property-name.ts'
import { text } from './text.ts'
import { devicesNamed, findUnresolved } from './unresolved.ts'

const SHOWN = 200

/** Bindings, events and alarms that cannot work, each with the way to its control. */
export default function UnresolvedDialog({ onClose }: DialogProps) {
  usePanelSheets()
  const t = useText(text)
  const { drawn, template, kinds, problems } = useEditor()
  const whole = useEditorState((state) => state.whole)
  const live = useLiveSource()
  const [round, setRound] = useState(0)
  const isKnown = template !== null || drawn.template_id === null
  const devices = useMemo(() => devicesNamed(whole), [whole])
  useEffect(() => {
    if (!live) return
    const stops = devices.flatMap((sn_code) =>
      sn_code === '' ? [] : [live.listen(sn_code, (keys) => keys.length === 0 && setRound((before) => before + 1))],
    )
    return () => {
      for (const stop of stops) stop()
    }
  }, [live, devices])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is known of devices has grown
  const found = useMemo(
    () => (isKnown && live ? findUnresolved(whole, kinds, template?.points ?? null, live) : null),
    [whole, kinds, isKnown, template, live, round],
  )
  return (
    <Dialog title={t.unresolved} isOpen onClose={onClose}>
      {!found && <Skeleton rows={4} />}
      {found?.length === 0 && <EmptyState icon="check" title={t.unresolvedNone} explanation={t.unresolvedNoneWhy} />}
      {found && found.length > 0 && (
        <>
          <p className="panel-note">{drawn.is === 'screen' ? t.unresolvedWhy : t.unresolvedHere}</p>
          <ul className="found-list">
            {found.slice(0, SHOWN).map((one) => (
              <Row key={`${one.control_id} ${one.property} ${one.reason}`} found={one} onClose={onClose} />
            ))}
          </ul>
          {found.length > SHOWN && <p className="panel-none">{t.moreChanges({ count: found.length - SHOWN })}</p>}
        </>
      )}
      {problems.length > 0 && <p className="panel-note">{t.unreadable({ count: problems.length })}</p>}
    </Dialog>
  )
}

function Row({ found, onClose }: { found: Unresolved; onClose: () => void }) {
  const t = useText(text)
  const { lang } = useElement()
  const { editor, showControl, openPanel } = useEditor()
  // A member of a symbol is mended in its use.
  const control_id = found.control_id.split('/')[0] ?? found.control_id
  const control = editor.control(control_id)
  const name = control ? control.name || `${namesOf(control.kind, lang).kind} ${control_id}` : control_id
  const isEvent = found.property.startsWith('events.')
  const isAlarm = found.property === 'alarm_of'
  const where = isEvent
    ? t.whereEvent
    : isAlarm
      ? t.whereAlarm
      : t.whereBinding({ path: propertyName(control?.kind ?? '', found.property, lang) })
  return (
    <li className="found">
      <div className="found-words">
        <strong>{name}</strong>
        <span>{unresolvedText(found, lang)}</span>
        <small>
          {where} <code>{found.source}</code>
        </small>
      </div>
      <Button
        onPress={() => {
          if (editor.state().symbol !== null) editor.commands.leaveSymbol()
          showControl(control_id)
          openPanel(
            isEvent ? 'events' : isAlarm ? 'properties' : 'bindings',
            isEvent || isAlarm ? undefined : found.property,
          )
          onClose()
        }}
      >
        {t.show}
        <span className="sg-hidden-visually">{` ${name}`}</span>
      </Button>
    </li>
  )
}
