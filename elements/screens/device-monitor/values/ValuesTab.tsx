import { useStore } from '@nanostores/react'
import { useMemo, useState } from 'react'
import type { Point } from '../../../../core/contract/device.ts'
import { useConnection, useElement, useText } from '../../../define/index.ts'
import { IconButton } from '../../../kit/Button.tsx'
import { EmptyState } from '../../../kit/EmptyState.tsx'
import { SearchField } from '../../../kit/SearchField.tsx'
import { useKeptChoice } from '../../../kit/use-kept-choice.ts'
import { alarmsFirst } from '../../../parts/alarm-marks/point-alarms.ts'
import { usePointAlarms } from '../../../parts/alarm-marks/use-point-alarms.ts'
import { EmptyElement } from '../../../parts/EmptyElement.tsx'
import { ListPage } from '../../../parts/ListPage.tsx'
import { pointName } from '../../../parts/point-text.ts'
import { useHeldOrder } from '../../../parts/use-held-order.ts'
import { useHold } from '../../../parts/use-hold.ts'
import { useMonitor } from '../monitor-context.ts'
import { ManagePoints } from '../own-points/ManagePoints.tsx'
import { Conflicts } from './Conflicts.tsx'
import { AddPoints, OfferedPoints } from './OfferedPoints.tsx'
import { text } from './text.ts'
import { ValuesTable } from './ValuesTable.tsx'
import { ValueTiles } from './ValueTiles.tsx'

const keyOf = ({ key }: Point) => key
const LAYOUTS = ['table', 'tiles'] as const

/** What the device says right now, as a table or as tiles; points in alarm first, but for who is about to press one. */
export function ValuesTab() {
  const { device, points } = useMonitor()
  const session = useStore(useConnection().$session)
  const [layout, setLayout] = useKeptChoice(`values-layout:${session?.user_id ?? ''}`, LAYOUTS, 'table')
  const [search, setSearch] = useState('')
  const { lang } = useElement()
  const t = useText(text)
  const found = useMemo(() => {
    const wanted = search.trim().toLowerCase()
    return points.filter((point) => `${pointName(point, lang)} ${point.key}`.toLowerCase().includes(wanted))
  }, [points, search, lang])

  const alarms = usePointAlarms(device.sn_code, device.has_alarms)
  const sorted = useMemo(() => alarmsFirst(found, alarms), [found, alarms])
  const { shown, held } = useHeldOrder(sorted, keyOf)
  const holding = useHold(held)

  if (points.length === 0) {
    if (device.points.length > 0)
      return (
        <>
          <OfferedPoints />
          <EmptyElement icon="gauge" title={t.noSuchPoints} explanation={t.noSuchPointsWhy} />
        </>
      )
    const count = device.offered.length
    if (count > 0)
      return <EmptyElement icon="gauge" title={t.offered({ count })} action={<AddPoints look="primary" />} />
    return <EmptyElement icon="gauge" title={t.noPoints} explanation={t.noPointsWhy} action={<ManagePoints />} />
  }
  return (
    <ListPage
      filters={<SearchField label={t.searchPoints} value={search} onChange={setSearch} />}
      actions={
        <>
          <ManagePoints />
          <IconButton
            icon="table"
            label={t.asTable}
            isPressed={layout === 'table'}
            onPress={() => setLayout('table')}
          />
          <IconButton
            icon="tiles"
            label={t.asTiles}
            isPressed={layout === 'tiles'}
            onPress={() => setLayout('tiles')}
          />
        </>
      }
    >
      <Conflicts />
      <OfferedPoints />
      {found.length === 0 && <EmptyState icon="search" title={t.nothingFound} />}
      {shown.length > 0 && (
        <div className="monitor-held" {...holding}>
          {layout === 'table' ? (
            <ValuesTable points={shown} alarms={alarms} />
          ) : (
            <ValueTiles points={shown} alarms={alarms} />
          )}
        </div>
      )}
    </ListPage>
  )
}
