import { atom, type ReadableAtom } from 'nanostores'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { DeviceReadings } from '../../../core/stores/readings.ts'
import { useConnection } from '../../define/index.ts'

/** What is known of a device was read so long ago at most when its readings begin: a change since then may be later than it. */
const READ_MS = 10_000

/**
 * The readings of a device, listened to only while `isWatched`. What was last seen stays, marked as not live, until the
 * next snapshot. `onDescribed`: its name or its points are others by now. `refused` is the server's code when it does not give them.
 */
export function useShownReadings(
  sn_code: string,
  isWatched: boolean,
  onDescribed: () => void,
): { $readings: ReadableAtom<DeviceReadings | null>; refused: string | null } {
  const connection = useConnection()
  const [refused, setRefused] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another device or connection starts with nothing
  const $readings = useMemo(() => atom<DeviceReadings | null>(null), [connection, sn_code])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same
  const begun = useMemo(() => connection.clock.now(), [connection, sn_code])

  const described = useEffectEvent(onDescribed)
  useEffect(() => {
    if (!isWatched) return
    const stop = connection.readings(sn_code).subscribe((news) => {
      if (!news) return
      const isRefused = 'refused' in news
      setRefused(isRefused ? news.refused : null)
      if (isRefused) return
      const known = $readings.get()?.described_time
      $readings.set(news)
      const isOther = known === undefined ? (news.described_time ?? 0) > begun - READ_MS : news.described_time !== known
      if (isOther) described()
    })
    return () => {
      stop()
      const known = $readings.get()
      if (known) $readings.set({ ...known, is_live: false })
    }
  }, [connection, sn_code, isWatched, begun, $readings])

  return { $readings, refused }
}
