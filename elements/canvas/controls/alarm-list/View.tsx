import { useMemo, useState } from 'react'
import { MINUTE_MS } from '../../../../core/catalogue/durations.ts'
import type { Alarm } from '../../../../core/contract/alarm.ts'
import { isHeld } from '../../../../core/rules/held-states.ts'
import { useSheet, useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { useLine } from '../../../parts/LineNote.tsx'
import { useRights } from '../../../parts/use-rights.ts'
import type { ViewProps } from '../define-control.ts'
import { useGroupId } from '../view/use-group-id.ts'
import { ViewFrame } from '../view/ViewFrame.tsx'
import { NoDevice, ViewFailure, ViewNote, ViewWaiting } from '../view/ViewNote.tsx'
import { useMayConfirm } from '../view/view-context.ts'
import { AlarmRows } from './AlarmRows.tsx'
import sheet from './alarm-list.css?sheet'
import type { AlarmListProps } from './control.ts'
import { text } from './text.ts'
import { useAlarms } from './use-alarms.ts'

/** Below this a row has no room for words of levels. */
const NARROW_PX = 340

/** Alarms that are not over, with their confirmation. */
export default function View(view: ViewProps<AlarmListProps>) {
  useSheet(sheet)
  const { props, sn_code, isEditing } = view
  const of = props.sn_code || sn_code
  const isOfDevice = props.of === 'device'
  if (!isEditing && !(isOfDevice && of === '')) return <OpenAlarms view={view} sn_code={of} />
  return (
    <ViewFrame title={props.title} hasFrame={props.hasFrame} isEditing={isEditing}>
      {isEditing ? (
        <Example isOfDevice={isOfDevice} isNarrow={view.width < NARROW_PX} hasConfirm={props.hasConfirm} />
      ) : (
        <NoDevice />
      )}
    </ViewFrame>
  )
}

function OpenAlarms({ view, sn_code }: { view: ViewProps<AlarmListProps>; sn_code: string }) {
  const { title, hasFrame, of, minLevel, hasConfirm } = view.props
  const group_id = useGroupId(view.props.group_id)
  const { replayTime } = view
  const t = useText(text)
  const isNarrow = view.width < NARROW_PX
  const may = useRights()
  const line = useLine()
  const called = useAlarms({ of, sn_code: of === 'device' ? sn_code : '', group_id }, minLevel, replayTime)
  const latest = called.data ?? called.last
  // Nothing moves under the pointer: new rows wait until it leaves, or the user shows them.
  const [held, setHeld] = useState<readonly Alarm[] | null>(null)
  const shown = useMemo(() => {
    if (!held || !latest) return latest?.alarms ?? []
    const now = new Map(latest.alarms.map((alarm) => [alarm.alarm_id, alarm]))
    return held.flatMap(({ alarm_id }) => now.get(alarm_id) ?? [])
  }, [held, latest])
  const fresh =
    latest && held ? latest.alarms.filter((alarm) => !held.some((one) => one.alarm_id === alarm.alarm_id)) : []
  const open = latest ? latest.alarms.filter((alarm) => !isHeld(alarm)).length + latest.more : 0
  const isStale = (called.failure !== null || line !== null) && latest !== null
  const mayConfirm = useMayConfirm() && hasConfirm && replayTime === null && may('P73100')
  return (
    <ViewFrame
      title={title}
      hasFrame={hasFrame}
      isEditing={false}
      isStale={isStale}
      actions={
        (fresh.length > 0 || (title !== '' && open > 0)) && (
          <>
            {fresh.length > 0 && (
              <Button look="plain" icon="arrow-up" onPress={() => setHeld(latest?.alarms ?? null)}>
                {t.fresh({ count: fresh.length })}
              </Button>
            )}
            <span className="view-count">{open}</span>
          </>
        )
      }
    >
      {!latest ? (
        called.failure ? (
          <ViewFailure failure={called.failure} onRetry={called.reload} />
        ) : (
          <ViewWaiting />
        )
      ) : latest.alarms.length === 0 ? (
        <ViewNote
          icon={isStale ? 'clock' : 'check'}
          title={replayTime !== null ? t.noneThen : isStale ? t.noneBefore : t.none}
        />
      ) : (
        <div className="view-rows" onPointerEnter={() => setHeld(latest.alarms)} onPointerLeave={() => setHeld(null)}>
          <AlarmRows
            label={title || t.name}
            alarms={shown}
            isOfOne={of === 'device'}
            isNarrow={isNarrow}
            onConfirmed={mayConfirm ? called.reload : null}
            shownTime={replayTime}
          />
          {latest.more > 0 && <p className="alarm-row-note">{t.more({ count: latest.more })}</p>}
        </div>
      )}
    </ViewFrame>
  )
}

function Example({ isOfDevice, isNarrow, hasConfirm }: Record<'isOfDevice' | 'isNarrow' | 'hasConfirm', boolean>) {
  const t = useText(text)
  const alarms = useMemo(() => {
    const rows = [
      [5, t.exampleTwo, 8, null],
      [4, t.exampleOne, 24, null],
      [2, t.exampleThree, 71, 65],
    ] as const
    return rows.map(
      ([alarm_level, name, minutes, seen], index): Alarm => ({
        alarm_id: `${index}`,
        sn_code: '',
        dev_alias: t.exampleDevice,
        key: '',
        alarm_type: 1,
        alarm_level,
        alarm_name: name,
        alarm_name_en: name,
        alarm_info: '',
        alarm_value: null,
        recover_time: null,
        alarm_time: EXAMPLE_TIME - minutes * MINUTE_MS,
        confirm_time: seen && EXAMPLE_TIME - seen * MINUTE_MS,
        confirm_userName: null,
        alarm_note: null,
        alarm_note_en: null,
        rule_id: '',
        state: seen ? 'ACKED' : 'UNACK',
        alarm_info_en: null,
        repeats: 0,
        is_late: false,
        held_until: null,
      }),
    )
  }, [t])
  return (
    <AlarmRows
      label={t.name}
      alarms={alarms}
      isOfOne={isOfDevice}
      isNarrow={isNarrow}
      onConfirmed={hasConfirm ? () => {} : null}
      shownTime={EXAMPLE_TIME}
    />
  )
}

const EXAMPLE_TIME = Date.UTC(2026, 0, 1, 8)
