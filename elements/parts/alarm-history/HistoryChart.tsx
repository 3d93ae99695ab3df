import { lazyPart, useConnection, useText } from '../../define/index.ts'
import { useAlarmEvents } from '../use-alarm-events.ts'
import { useCall } from '../use-call.ts'
import { countOf, stepOf } from './bars.ts'
import { text } from './text.ts'
import type { AlarmFilter } from './view.ts'

const Waiting = () => <div className="alarm-history-bars" />
const PerTime = lazyPart(() => import('./PerTime.tsx').then((chunk) => chunk.default), <Waiting />)

interface HistoryChartProps {
  filter: AlarmFilter
  start: number
  end: number
  onNarrow: (start: number, end: number) => void
}

/** When the alarms of the list came, before they are read one by one; nothing where there are none. */
export function HistoryChart({ filter, start, end, onNarrow }: HistoryChartProps) {
  const { api } = useConnection()
  const t = useText(text)
  const step = stepOf(end - start)
  const { data, last, failure, reload } = useCall(api.alarmRecord.perTime, step && { ...filter, start, end, step })
  useAlarmEvents(filter.sn_code ?? null, reload)
  const bars = data ?? last
  if (step === null) return null
  if (failure && !data) return <p className="alarm-history-quiet">{t.chartUnread}</p>
  if (!bars) return <Waiting />
  return bars.some((bar) => countOf(bar) > 0) ? <PerTime bars={bars} step={step} onNarrow={onNarrow} /> : null
}
