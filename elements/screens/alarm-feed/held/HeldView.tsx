import { useEffect, useEffectEvent, useMemo, useRef, useSyncExternalStore } from 'react'
import type { Connection } from '../../../../core/connection/connection.ts'
import { attempt } from '../../../../core/stores/attempt.ts'
import { words } from '../../../../core/text/words.ts'
import { useElement, useText } from '../../../define/index.ts'
import { Table } from '../../../kit/table/Table.tsx'
import { EmptyElement } from '../../../parts/EmptyElement.tsx'
import { Failure } from '../../../parts/Failure.tsx'
import { LoadingState } from '../../../parts/LoadingState.tsx'
import { StaleNote } from '../../../parts/StaleNote.tsx'
import { useFeed } from '../feed-context.ts'
import { heldColumns } from './columns.tsx'
import { heldRows } from './held-rows.ts'
import { text } from './text.ts'
import { useHolds } from './use-holds.ts'

interface HeldViewProps {
  /** Something is shelved or unshelved beside the list. */
  isActing: boolean
  onReleased: () => void
}

/** Alarms that operators are not notified of: shelved with the time that is left, out of service, suppressed. */
export function HeldView(props: HeldViewProps) {
  const { connection } = useFeed()
  return connection && <Listed {...props} connection={connection} />
}

function Listed({ connection, isActing, onReleased }: HeldViewProps & { connection: Connection }) {
  const { store, rows, may } = useFeed()
  const t = useText(text)
  const { device, state } = useText(words)
  const { lang } = useElement()
  const called = useHolds(connection)
  const { data, last, failure, reload } = called
  useSyncExternalStore(rows.subscribe, rows.version)
  const shown = data ?? last

  const release = useEffectEvent(async (sn_code: string, rule_id: string) => {
    if (await attempt(connection.api.alarm.release({ sn_code, rule_id }, { raisesToast: true }))) {
      reload()
      onReleased()
    }
  })
  // Of an alarm that is over no event says that it is not held any more.
  const wasActing = useRef(isActing)
  useEffect(() => {
    if (wasActing.current && !isActing) reload()
    wasActing.current = isActing
  }, [isActing, reload])
  const columns = useMemo(
    () => heldColumns({ ...t, device, state }, lang, may, ({ sn_code, rule_id }) => void release(sn_code, rule_id)),
    [t, device, state, lang, may],
  )
  if (!shown) return failure ? <Failure failure={failure} onRetry={reload} /> : <LoadingState rows={6} />
  return (
    <>
      <StaleNote called={called} />
      <Table
        label={t.title}
        columns={columns}
        rows={heldRows(shown, store.alarms.values())}
        rowId={({ key }) => key}
        empty={<EmptyElement icon="clock" title={t.none} explanation={t.noneWhy} />}
      />
    </>
  )
}
