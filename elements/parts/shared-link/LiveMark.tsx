import { useStore } from '@nanostores/react'
import { computed } from 'nanostores'
import { useMemo } from 'react'
import type { Connection } from '../../../core/connection/connection.ts'
import { useText } from '../../define/index.ts'
import { Icon } from '../../kit/Icon.tsx'
import { Age } from '../Age.tsx'
import { text } from './text.ts'

/** Whether values arrive, and how old the newest of them is. */
export function LiveMark({ connection, devices }: { connection: Connection; devices: readonly { sn_code: string }[] }) {
  const t = useText(text)
  const isLive = useStore(connection.realtime.$status) === 'live'
  const $newest = useMemo(
    () =>
      computed(
        devices.map(({ sn_code }) => connection.readings(sn_code)),
        (...all) => {
          const times = all.flatMap((readings) =>
            readings && 'values' in readings ? Object.values(readings.values).map(([, , data_time]) => data_time) : [],
          )
          return times.reduce<number | null>((newest, time) => (newest === null || time > newest ? time : newest), null)
        },
      ),
    [connection, devices],
  )
  const newest = useStore($newest)
  return (
    <span className="shared-live">
      <span role="status" className="shared-line">
        {isLive && (
          <>
            <Icon name="circle" size={12} />
            {t.live}
          </>
        )}
      </span>
      {newest !== null && (
        <span className="shared-age">
          {t.newest} <Age time={newest} />
        </span>
      )}
    </span>
  )
}
