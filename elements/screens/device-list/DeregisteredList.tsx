import { useState } from 'react'
import { DAY_MS } from '../../../core/catalogue/durations.ts'
import { DEREGISTERED_DAYS, DEREGISTERED_MOST, type DeregisteredDevice } from '../../../core/contract/device-end.ts'
import { useConnection, useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Toasts } from '../../kit/Toasts.tsx'
import type { Column } from '../../kit/table/columns.ts'
import { text as endText } from '../../parts/device-end/text.ts'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import { useList } from '../../parts/list/use-list.ts'
import { RowAction } from '../../parts/RowAction.tsx'
import { useAttempts } from '../../parts/user-group-picker/use-attempts.ts'
import type { DeviceListView } from './api.ts'
import { text } from './deregistered-text.ts'

interface DeregisteredListProps {
  view: DeviceListView
  change: (part: Partial<DeviceListView>) => void
  onBack: () => void
}

/** Devices that were deregistered, and the way to restore each. */
export function DeregisteredList({ view, change, onBack }: DeregisteredListProps) {
  const t = { ...useText(endText), ...useText(text) }
  const { api, clock } = useConnection()
  const format = useFormat()
  const { toastProps, attempt } = useAttempts()
  const [restoring, setRestoring] = useState<ReadonlySet<number>>(new Set())
  const search = view.search.trim()
  const list = useList(api.deviceEnd.list, search === '' ? {} : { search }, {
    rowId: ({ device_id }) => String(device_id),
    view: { page: view.page, sort: '' },
    change: ({ page }) => change({ page: page ?? null }),
  })

  function restore({ device_id, dev_alias }: DeregisteredDevice) {
    setRestoring((before) => new Set([...before, device_id]))
    return attempt(
      () => api.deviceEnd.restore({ device_id }),
      t.restored({ name: dev_alias }),
      () => {
        setRestoring((before) => new Set([...before].filter((id) => id !== device_id)))
        list.reload()
      },
    )
  }

  const columns: Column<DeregisteredDevice>[] = [
    {
      id: 'dev_alias',
      title: t.name,
      cell: ({ dev_alias }) => <strong className="device-name">{dev_alias}</strong>,
      width: 160,
      grow: 2,
      isSortable: false,
      isFixed: true,
    },
    {
      id: 'sn_code',
      title: t.sn,
      cell: ({ sn_code }) => sn_code,
      width: 112,
      grow: 0,
      isSortable: false,
      narrow: null,
    },
    {
      id: 'group_name',
      title: t.group,
      cell: ({ group_name }) => group_name,
      width: 112,
      isSortable: false,
      narrow: null,
    },
    {
      id: 'deregistered_time',
      title: t.since,
      cell: (row) => format.dateTime(row.deregistered_time),
      width: 164,
      grow: 0,
      isSortable: false,
      narrow: null,
    },
    {
      id: 'deregistered_user_name',
      title: t.by,
      cell: (row) => row.deregistered_user_name,
      width: 144,
      isSortable: false,
      narrow: null,
    },
    {
      id: 'deleted_time',
      title: t.left,
      cell: ({ deleted_time }) => {
        const days = Math.max(0, Math.ceil((deleted_time - clock.now()) / DAY_MS))
        return <span title={format.dateTime(deleted_time)}>{t.days({ count: days })}</span>
      },
      width: 96,
      grow: 0,
      isSortable: false,
      narrow: { width: 72 },
    },
    {
      id: 'restore',
      title: t.actions,
      cell: (row) => (
        <RowAction>
          <Button look="plain" icon="undo" isPending={restoring.has(row.device_id)} onPress={() => void restore(row)}>
            {t.restore}
          </Button>
        </RowAction>
      ),
      width: 104,
      grow: 0,
      isSortable: false,
      isFixed: true,
    },
  ]

  return (
    <>
      <ListScreen<DeregisteredDevice>
        list={list}
        words={{
          title: t.deregistered,
          counted: t.counted,
          empty: t.none,
          emptyWhy: t.noneWhy({ days: DEREGISTERED_DAYS, most: format.number(DEREGISTERED_MOST) }),
        }}
        icon="device"
        columns={columns}
        actions={
          <Button icon="chevron-left" onPress={onBack}>
            {t.back}
          </Button>
        }
        search={{ label: t.search, value: view.search, onChange: (next) => change({ search: next, page: null }) }}
      />
      <Toasts {...toastProps} />
    </>
  )
}
