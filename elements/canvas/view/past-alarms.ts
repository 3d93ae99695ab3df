import type { PastAlarm } from '../../../core/canvas/replay-source.ts'
import { WEEK_MS } from '../../../core/catalogue/durations.ts'
import type { Connection } from '../../../core/connection/connection.ts'
import type { Alarm, AlarmState } from '../../../core/contract/alarm.ts'

const PAGE_SIZE = 100
/** Of a device: the newest of more than these are what a screen marks. */
const MOST_PAGES = 5
const NEVER_SHOWN: ReadonlySet<AlarmState> = new Set(['DSUPR', 'OOSRV'])
/** An alarm that was raised this long before is found where it ended meanwhile; one that is open still always is. */
const REACH_MS = WEEK_MS

/** What was open at some time between start and end. Refused to who may not see alarms. */
export async function pastAlarms(
  api: Pick<Connection['api']['alarm'], 'history' | 'open'>,
  devices: readonly string[],
  { start, end }: { start: number; end: number },
): Promise<readonly PastAlarm[]> {
  const found = new Map<string, PastAlarm>()

  const all = async (
    page_of: (page: number) => Promise<{ rows: (PastAlarm & Pick<Alarm, 'alarm_id' | 'state'>)[]; total: number }>,
  ) => {
    for (let page = 1; page <= MOST_PAGES; page++) {
      const { rows, total } = await page_of(page)
      // What was kept from operators by design they did not see then either.
      for (const alarm of rows) if (!NEVER_SHOWN.has(alarm.state)) found.set(alarm.alarm_id, alarm)
      if (page * PAGE_SIZE >= total) return
    }
  }
  for (const sn_code of devices) {
    const query = { sn_code, page_size: PAGE_SIZE }
    await all((page) => api.history({ ...query, page, start: start - REACH_MS, end }))
    await all((page) => api.open({ ...query, page }))
  }
  return [...found.values()]
}
