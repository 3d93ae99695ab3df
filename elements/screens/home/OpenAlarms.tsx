import type { Alarm, alarm as alarmCalls } from '../../../core/contract/alarm.ts'
import type { OutputOf } from '../../../core/contract/endpoint.ts'
import { alarmStates } from '../../../core/rules/alarm-state-text.ts'
import { useElement, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { DeviceName } from '../../kit/DeviceName.tsx'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { Age } from '../../parts/Age.tsx'
import { AlarmMark } from '../../parts/AlarmMark.tsx'
import { alarmName } from '../../parts/alarm-name.ts'
import { Failure } from '../../parts/Failure.tsx'
import type { Called } from '../../parts/use-call.ts'
import { text } from './text.ts'

interface OpenAlarmsProps {
  /** How many are open of each level; null where that is not known, or no page shows them. */
  levels: OutputOf<typeof alarmCalls.counts>['levels'] | null
  called: Called<{ rows: Alarm[]; total: number }>
  /** Where all of them are; null where the user may open no such page. */
  listPath: string | null
  /** Where an alarm is read; null where the user may open no page of it. */
  pathOf: (alarm: Alarm) => string | null
  go: (path: string) => void
}

/** The worst alarms that are not over, and the way to all of them; each leads to itself. */
export function OpenAlarms({ called, levels, listPath, pathOf, go }: OpenAlarmsProps) {
  const t = useText(text)
  const { data, failure, reload } = called
  return (
    <section id="open-alarms" className="home-panel" aria-labelledby="open-alarms-title" tabIndex={-1}>
      <div className="home-panel-head">
        <h2 id="open-alarms-title" className="home-panel-title">
          {t.openAlarms} {data && data.total > 0 && <span className="home-panel-count">{data.total}</span>}
        </h2>
        {listPath && (
          <Button look="plain" onPress={() => go(listPath)}>
            {t.allAlarms}
          </Button>
        )}
      </div>
      {listPath && levels?.some(({ open }) => open > 0) && (
        <ul className="home-levels" aria-label={t.byLevel}>
          {levels
            .filter(({ open }) => open > 0)
            .map(({ alarm_level, open }) => (
              <li key={alarm_level}>
                <Button look="plain" onPress={() => go(`${listPath}?levels=${alarm_level}`)}>
                  <AlarmMark alarm_level={alarm_level} /> {open}
                </Button>
              </li>
            ))}
        </ul>
      )}
      {!data ? (
        failure ? (
          <Failure failure={failure} onRetry={reload} />
        ) : (
          <Skeleton rows={6} />
        )
      ) : data.rows.length === 0 ? (
        <EmptyState icon="check" title={t.noAlarms} explanation={t.noAlarmsWhy} />
      ) : (
        <ul className="home-rows">
          {data.rows.map((alarm) => (
            <li key={alarm.alarm_id}>
              <AlarmRow alarm={alarm} path={pathOf(alarm)} go={go} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function AlarmRow({ alarm, path, go }: { alarm: Alarm; path: string | null; go: (path: string) => void }) {
  const { lang } = useElement()
  const states = useText(alarmStates)
  const { alarm_level, alarm_time, state } = alarm
  return (
    <div className="home-row home-row-alarm">
      <span className="home-row-mark">
        <AlarmMark alarm_level={alarm_level} />
      </span>
      <span className="home-row-main">
        {path === null ? (
          <span>{alarmName(alarm, lang)}</span>
        ) : (
          <button type="button" className="home-row-title" onClick={() => go(path)}>
            {alarmName(alarm, lang)}
          </button>
        )}
        <span className="home-row-note">
          <DeviceName {...alarm} />
        </span>
      </span>
      <span className="home-row-state">{states[state]}</span>
      <span className="home-row-age">
        <Age time={alarm_time} />
      </span>
    </div>
  )
}
