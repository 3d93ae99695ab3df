import type { Alarm } from '../../../core/contract/alarm.ts'
import { useElement, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { Age } from '../../parts/Age.tsx'
import { AlarmMark } from '../../parts/AlarmMark.tsx'
import { alarmName } from '../../parts/alarm-name.ts'
import { Failure } from '../../parts/Failure.tsx'
import type { Called } from '../../parts/use-call.ts'
import { text } from './text.ts'

interface NewestAlarmsProps {
  called: Called<{ rows: Alarm[]; total: number }>
  /** Where all of them are; null where the user may open no such page. */
  listPath: string | null
  go: (path: string) => void
}

/** The newest alarms that are not over; each leads to its device. */
export function NewestAlarms({ called, listPath, go }: NewestAlarmsProps) {
  const t = useText(text)
  const { data, failure, reload } = called
  return (
    <section id="newest-alarms" className="home-panel" aria-labelledby="newest-title" tabIndex={-1}>
      <h2 id="newest-title" className="home-panel-title">
        {t.newest} {data && data.total > 0 && <span className="home-panel-count">{data.total}</span>}
      </h2>
      {!data ? (
        failure ? (
          <Failure failure={failure} onRetry={reload} />
        ) : (
          <Skeleton rows={6} />
        )
      ) : data.rows.length === 0 ? (
        <EmptyState icon="check" title={t.noAlarms} explanation={t.noAlarmsWhy} />
      ) : (
        <>
          <ul className="home-rows">
            {data.rows.map((alarm) => (
              <li key={alarm.alarm_id}>
                <AlarmRow alarm={alarm} go={go} />
              </li>
            ))}
          </ul>
          {listPath && data.total > data.rows.length && (
            <div className="home-panel-foot">
              <Button look="plain" onPress={() => go(listPath)}>
                {t.allAlarms({ count: data.total })}
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  )
}

function AlarmRow({ alarm, go }: { alarm: Alarm; go: (path: string) => void }) {
  const t = useText(text)
  const { lang } = useElement()
  const { sn_code, dev_alias, alarm_level, alarm_time, recover_time, confirm_time } = alarm
  const state = recover_time !== null ? t.recovered : confirm_time !== null ? t.confirmed : t.unconfirmed
  return (
    <div className="home-row home-row-alarm">
      <span className="home-row-mark">
        <AlarmMark alarm_level={alarm_level} />
      </span>
      <span className="home-row-main">
        <button
          type="button"
          className="home-row-title"
          onClick={() => go(`/deviceDetail/${encodeURIComponent(sn_code)}?tab=alarms`)}
        >
          {alarmName(alarm, lang)}
        </button>
        <span className="home-row-note">{dev_alias}</span>
      </span>
      <span className="home-row-state">{state}</span>
      <span className="home-row-age">
        <Age time={alarm_time} />
      </span>
    </div>
  )
}
