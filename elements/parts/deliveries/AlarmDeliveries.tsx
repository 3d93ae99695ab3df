import type { Delivery } from '../../../core/contract/push.ts'
import { deliveryErrorText } from '../../../core/rules/delivery-error-text.ts'
import { useConnection, useFormat, useSheet, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { useCall } from '../use-call.ts'
import { DeliveryMark } from './DeliveryMark.tsx'
import sheet from './deliveries.css?sheet'
import { text } from './text.ts'

/** Who was notified of an alarm outside the console, and whether it arrived; for the panel of the alarm. */
export function AlarmDeliveries({ alarm_id }: { alarm_id: string }) {
  useSheet(sheet)
  const t = useText(text)
  const { api } = useConnection()
  const { data, last, failure, reload } = useCall(api.push.ofAlarm, { alarm_id })
  const shown = data ?? last
  return (
    <div className="deliveries">
      {shown && shown.rows.length === 0 && <p className="deliveries-quiet">{t.nobody}</p>}
      {shown && shown.rows.length > 0 && (
        <ol className="deliveries-list">
          {shown.rows.map((row) => (
            <DeliveryNote
              key={`${row.delivery_time} ${row.name} ${row.channel} ${row.reason} ${row.step} ${row.state}`}
              row={row}
            />
          ))}
        </ol>
      )}
      {shown && shown.total > shown.rows.length && <p className="deliveries-quiet">{t.more({ total: shown.total })}</p>}
      {!shown && !failure && <Skeleton rows={2} />}
      {!shown && failure && (
        <div role="alert">
          <p className="deliveries-wrong">{t.failed}</p>
          <Button icon="refresh" onPress={reload}>
            {t.reload}
          </Button>
        </div>
      )}
    </div>
  )
}

function DeliveryNote({ row }: { row: Delivery }) {
  const t = useText(text)
  const format = useFormat()
  const { delivery_time, channel, reason, step, name, state, error, alarms } = row
  const why = [
    reason !== 'alarm' && t[`reason_${reason}`],
    step !== null && t.step({ count: step }),
    alarms > 1 && t.among({ count: alarms }),
  ]
  return (
    <li className="delivery">
      <span className="delivery-who">{name}</span>
      <span className="deliveries-quiet">
        {[t[`channel_${channel}`], ...why.filter((one) => one !== false)].join(' · ')}
      </span>
      <DeliveryMark state={state} />
      <time className="deliveries-quiet" dateTime={new Date(delivery_time).toISOString()}>
        {format.dateTime(delivery_time)}
      </time>
      {error && <span className="deliveries-wrong delivery-error">{deliveryErrorText(error, format.lang)}</span>}
    </li>
  )
}
