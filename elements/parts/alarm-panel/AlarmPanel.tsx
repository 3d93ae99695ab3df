import { useStore } from '@nanostores/react'
import { type ReactNode, useState } from 'react'
import type { Connection } from '../../../core/connection/connection.ts'
import type { Alarm } from '../../../core/contract/alarm.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import { nameIn } from '../../../core/text/name-in.ts'
import { useElement, useSheet, useText } from '../../define/index.ts'
import { AlarmStateMark } from '../../kit/AlarmStateMark.tsx'
import { Button } from '../../kit/Button.tsx'
import { DeviceName } from '../../kit/DeviceName.tsx'
import { ErrorState } from '../../kit/ErrorState.tsx'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { AlarmMark } from '../AlarmMark.tsx'
import { isConfirmable, isHeldBySomebody, isShelvable } from '../alarm-acts/can-act.ts'
import type { AlarmActs } from '../alarm-acts/use-alarm-acts.ts'
import { type MayAct, mayHold } from '../alarm-acts/use-may-act.ts'
import { alarmName, writtenNote } from '../alarm-name.ts'
import { Failure } from '../Failure.tsx'
import { SidePanel } from '../SidePanel.tsx'
import { useAlarmEvents } from '../use-alarm-events.ts'
import { useCall } from '../use-call.ts'
import { ServedFacts, SuppliedFacts } from './AlarmFacts.tsx'
import { AlarmLinks } from './AlarmLinks.tsx'
import sheet from './alarm-panel.css?sheet'
import type { AlarmActions } from './console-actions.ts'
import { EventList } from './EventList.tsx'
import { NoteForm } from './NoteForm.tsx'
import { Notified } from './Notified.tsx'
import { Rationale } from './Rationale.tsx'
import { text } from './text.ts'
import { useFocusKept } from './use-focus-kept.ts'
import { asHeld, useHold } from './use-hold.ts'

export interface AlarmPanelProps {
  alarm_id: string
  /** As the list beside it has it; null where it does not, and the server is called. */
  alarm: Alarm | null
  acts: AlarmActs
  may: MayAct
  actions: AlarmActions
  /** Counts what was unshelved beside the panel. */
  released?: number
  onClose: () => void
}

/** All that is known of one alarm, what to do about it first. Without a connection it says what the page gave. */
export function AlarmPanel({ connection, ...props }: AlarmPanelProps & { connection: Connection | null }) {
  useSheet(sheet)
  return connection ? <Served {...props} connection={connection} /> : <SuppliedPanel {...props} />
}

/** It stays as it was last when the list has lost it, because it is over or matches no more. */
function useLast(alarm: Alarm | null): Alarm | null {
  const [last, setLast] = useState(alarm)
  if (alarm && alarm !== last) setLast(alarm)
  return alarm ?? last
}

function SuppliedPanel(props: AlarmPanelProps) {
  const alarm = useLast(props.alarm)
  return (
    alarm && (
      <Panel {...props} alarm={alarm} note="">
        <SuppliedFacts alarm={alarm} now={Date.now} hasNote />
      </Panel>
    )
  )
}

function Served({ connection, ...props }: AlarmPanelProps & { connection: Connection }) {
  const { alarm_id, acts, may, actions } = props
  const t = useText(text)
  const { data, failure, reload } = useCall(connection.api.alarm.one, { alarm_id })
  const last = useLast(props.alarm ?? data?.alarm ?? null)
  const hold = useHold(connection, last, `${props.released ?? 0} ${acts.acting.running !== null}`)
  const alarm = last && asHeld(last, hold)
  // Each change of the alarm is one of its events.
  useAlarmEvents(alarm?.sn_code ?? null, reload)
  const isSignedIn = useStore(connection.$session) !== null
  const [typed, setTyped] = useState<string | null>(null)
  const isGone = failure instanceof ApiError && failure.code === '100002'
  useFocusKept(failure === null)
  const trouble = isGone ? (
    <ErrorState title={t.gone} explanation={t.goneWhy} />
  ) : failure ? (
    <Failure failure={failure} onRetry={reload} />
  ) : (
    <Skeleton rows={4} />
  )
  return (
    <Panel
      {...props}
      alarm={alarm}
      note={typed?.trim() ?? ''}
      actions={data?.has_screen ? actions : { ...actions, toScreen: null }}
      rationale={data && <Rationale rationale={data.rationale} />}
    >
      {alarm === null ? (
        trouble
      ) : (
        <>
          <ServedFacts
            alarm={alarm}
            hold={hold}
            now={connection.clock.now}
            hasNote={!may.note}
            rationale={data?.rationale ?? null}
          />
          {may.note && (
            <NoteForm
              connection={connection}
              alarm={alarm}
              note={typed ?? writtenNote(alarm) ?? ''}
              onNote={setTyped}
              onSaved={reload}
            />
          )}
          <section>
            <h3>{t.events}</h3>
            {data ? <EventList events={data.events} /> : trouble}
          </section>
          {isSignedIn && <Notified alarm_id={alarm_id} />}
        </>
      )}
    </Panel>
  )
}

interface PanelProps extends AlarmPanelProps {
  /** Typed and not saved yet: it is confirmed with. */
  note: string
  rationale?: ReactNode
  children: ReactNode
}

/** One and the same before its alarm is known and after: what is in it changes, the focus and the place in it stay. */
function Panel({ alarm, note, acts, may, actions, onClose, rationale, children }: PanelProps) {
  const t = useText(text)
  const { lang } = useElement()
  const toConfirm = alarm !== null && may.confirm && isConfirmable(alarm)
  const toShelve = alarm !== null && mayHold(may) && isShelvable(alarm)
  const toUnshelve = alarm !== null && isHeldBySomebody(alarm) && (alarm.state === 'OOSRV' ? may.takeOut : may.shelve)
  useFocusKept([toConfirm, toShelve, toUnshelve].join())
  const info = alarm && nameIn(lang, alarm.alarm_info, alarm.alarm_info_en)
  return (
    <SidePanel
      title={alarm ? alarmName(alarm, lang) : t.alarm}
      onClose={onClose}
      actions={
        (toConfirm || toShelve || toUnshelve) && (
          <>
            {toShelve && (
              <Button icon="clock" onPress={() => acts.ask('shelve', [alarm])}>
                {t.shelve}
              </Button>
            )}
            {toUnshelve && (
              <Button icon="undo" onPress={() => void acts.unshelve([alarm])}>
                {alarm.state === 'OOSRV' ? t.putBack : t.unshelve}
              </Button>
            )}
            {toConfirm && (
              <Button look="primary" icon="check" onPress={() => void acts.confirm([alarm], note)}>
                {t.confirm}
              </Button>
            )}
          </>
        )
      }
    >
      <div className="alarm-panel">
        {alarm && (
          <>
            <p className="alarm-panel-state">
              <AlarmMark alarm_level={alarm.alarm_level} /> <AlarmStateMark state={alarm.state} />
            </p>
            <div>
              <p className="alarm-panel-where">
                <DeviceName {...alarm} />
              </p>
              {info && <p>{t.infoThen({ info })}</p>}
            </div>
            {rationale}
            <AlarmLinks alarm={alarm} actions={actions} />
          </>
        )}
        {children}
      </div>
    </SidePanel>
  )
}
