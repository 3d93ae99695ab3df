import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { AlarmsKept } from '../../../core/contract/alarm-record.ts'
import { useConnection, useFormat, useText } from '../../define/index.ts'
import { Icon } from '../../kit/Icon.tsx'
import { ExportMenu } from '../list/ExportMenu.tsx'
import { useCall } from '../use-call.ts'
import { text } from './text.ts'

/** The note is shown from this share of the limit on. */
const TOLD_FROM = 0.9

/** Before alarms are deleted because there are too many: how many are kept, which go next, and the way to keep them. */
export function KeptNote() {
  const { api } = useConnection()
  const { data } = useCall(api.alarmRecord.kept, {})
  return data && isTold(data) ? <Note kept={data} /> : null
}

const isTold = ({ kept, limit }: AlarmsKept) => limit !== null && kept >= limit * TOLD_FROM

function Note({ kept: { kept, limit, over, next, oldest_time, next_time } }: { kept: AlarmsKept }) {
  const t = useText(text)
  const { api } = useConnection()
  const format = useFormat()
  const said = {
    kept: format.number(kept, 0),
    limit: format.number(limit ?? 0, 0),
    next: format.number(next, 0),
    most: format.number((limit ?? 0) * LIMITS.unconfirmedKept, 0),
  }
  const isBeyond = kept > (limit ?? kept)
  return (
    <div className="alarm-history-note" role="status">
      <Icon name="info" />
      <span className="alarm-history-note-text">
        {over === 0 ? t.keptOpen(said) : isBeyond ? t.keptBeyond(said) : t.keptNear(said)}
      </span>
      {oldest_time !== null && next_time !== null && (
        <ExportMenu
          save={(file) => api.alarm.exportHistory({ start: oldest_time, end: next_time + 1, ...file })}
          label={t.exportNext}
        />
      )}
    </div>
  )
}
