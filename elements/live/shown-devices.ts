import { atom, onMount, type ReadableAtom } from 'nanostores'
import type { Connection } from '../../core/connection/connection.ts'
import type { ShownDevice } from '../../core/contract/live.ts'
import { family } from '../../core/stores/family.ts'
import { ASKED_AGAIN_MS, ASKED_AT_LEAST_MS } from '../../core/stores/readings.ts'

/** A device as leaves show it, the server's code when it is refused, null until either is known. */
export type Shown = ShownDevice | string | null

const ofConnections = new WeakMap<Connection, (sn_code: string) => ReadableAtom<Shown>>()

/** All leaves of a device share one request; it is repeated after a failure, as any may pass. */
export function shownDevice(connection: Connection, sn_code: string): ReadableAtom<Shown> {
  const known = ofConnections.get(connection) ?? family((sn: string) => shownOf(connection, sn))
  ofConnections.set(connection, known)
  return known(sn_code)
}

function shownOf({ api, $problem, readings }: Connection, sn_code: string): ReadableAtom<Shown> {
  const $shown = atom<Shown>(null)
  onMount($shown, () => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isWanted = true
    let waitMs = ASKED_AGAIN_MS
    const ask = async () => {
      clearTimeout(timer)
      try {
        $shown.set(await api.live.device({ sn_code }))
      } catch (error) {
        const { code, name } = error as Error & { code?: string }
        if (!isWanted) return
        // A lost line, or a token that is over: the connection says so.
        if (name !== 'ConnectionError' && $problem.get() === null) $shown.set(code ?? '100003')
        timer = setTimeout(ask, waitMs)
        waitMs = Math.min(ASKED_AT_LEAST_MS, 2 * waitMs)
      }
    }
    void ask()
    const stop = $problem.listen((problem) => {
      const shown = $shown.get()
      if (problem === null && (shown === null || typeof shown === 'string')) void ask()
    })
    let described: number | undefined
    const stopReadings = readings(sn_code).listen((news) => {
      const known = described
      described = news && 'values' in news ? news.described_time : known
      if (known !== undefined && described !== known) void ask()
    })
    return () => {
      isWanted = false
      clearTimeout(timer)
      stop()
      stopReadings()
    }
  })
  return $shown
}
