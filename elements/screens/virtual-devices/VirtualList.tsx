import { useState } from 'react'
import type { DeviceGroup } from '../../../core/contract/device.ts'
import type { VirtualDevice } from '../../../core/contract/virtual-device.ts'
import { deviceGroups } from '../../../core/stores/collections/devices.ts'
import { useConnection, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { ConfirmDialog } from '../../kit/Dialog.tsx'
import type { MenuEntry } from '../../kit/Menu.tsx'
import { useAlarmMarks } from '../../parts/alarm-marks/use-alarm-marks.ts'
import { useSending } from '../../parts/form/use-sending.ts'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import { useList } from '../../parts/list/use-list.ts'
import { useCollection } from '../../parts/use-collection.ts'
import { useLiveStates } from '../../parts/use-live-states.ts'
import { useNarrow } from '../../parts/use-narrow.ts'
import { useRights } from '../../parts/use-rights.ts'
import type { VirtualDevicesFilter, VirtualDevicesView } from './api.ts'
import { columnsOf } from './columns.tsx'
import { text } from './text.ts'
import { VirtualCards } from './VirtualCards.tsx'
import { queryOf, useVirtualChips, VirtualFilters } from './VirtualFilters.tsx'

const NO_GROUPS: readonly DeviceGroup[] = []

interface VirtualListProps {
  view: VirtualDevicesView
  change: (part: Partial<VirtualDevicesView>) => void
  open: (sn_code: string) => void
  openRules: (sn_code: string) => void
  done: (words: string) => void
}

export function VirtualList({ view, change, open, openRules, done }: VirtualListProps) {
  const t = useText(text)
  const { api } = useConnection()
  const mayEdit = useRights()('P32000')
  const { sort, ...query } = queryOf(view)
  const list = useList(api.virtualDevice.list, query, {
    rowId: ({ sn_code }) => sn_code,
    view: { page: view.page, sort: sort ?? '' },
    change,
  })
  const groups = useCollection(deviceGroups).data ?? NO_GROUPS
  const alarms = useAlarmMarks(groups)
  const { reload } = list
  const [area, isNarrow] = useNarrow()
  // Other rows begin at their first page.
  const filter = (part: Partial<VirtualDevicesFilter>) => change({ page: null, ...part })
  const chips = useVirtualChips({ view, change: filter, groups })
  const [dialog, setDialog] = useState<{ row: VirtualDevice; isOpen: boolean } | null>(null)
  const removal = useSending<never>([])
  useLiveStates(reload)

  const close = () => setDialog((before) => before && { ...before, isOpen: false })
  async function remove({ sn_code, dev_alias }: VirtualDevice) {
    const isDone = await removal.send(() => api.virtualDevice.remove({ sn_code }))
    if (!isDone) return
    close()
    done(t.deleted({ name: dev_alias }))
    reload()
  }
  const menuOf = (row: VirtualDevice): (MenuEntry | 'line')[] => {
    const { sn_code } = row
    const mayChange = mayEdit && row.may_edit
    return [
      { id: 'open', label: t.open, icon: 'external', onAction: () => open(sn_code) },
      ...(mayChange
        ? [{ id: 'edit', label: t.edit, icon: 'edit' as const, onAction: () => change({ device: sn_code }) }]
        : []),
      { id: 'rules', label: t.rules, icon: 'bell', onAction: () => openRules(sn_code) },
      ...(mayChange
        ? [
            'line' as const,
            {
              id: 'delete',
              label: t.delete,
              icon: 'trash' as const,
              isDanger: true,
              onAction: () => {
                removal.check({})
                setDialog({ row, isOpen: true })
              },
            },
          ]
        : []),
    ]
  }

  const create = mayEdit && (
    <Button look="primary" icon="plus" onPress={() => change({ new: 'yes' })}>
      {t.create}
    </Button>
  )

  const openRow = ({ sn_code }: VirtualDevice) => open(sn_code)

  return (
    <div ref={area} className="virtual-list">
      <ListScreen
        list={list}
        words={{ title: t.title, counted: t.counted, empty: t.empty, emptyWhy: t.emptyWhy }}
        icon="device"
        columns={columnsOf(t, alarms, menuOf)}
        create={create}
        search={{ label: t.search, value: view.search, onChange: (search) => filter({ search }) }}
        filters={<VirtualFilters view={view} change={filter} groups={groups} />}
        chips={chips}
        onRowOpen={openRow}
      >
        {isNarrow && ((rows) => <VirtualCards rows={rows} alarms={alarms} open={openRow} menuOf={menuOf} />)}
      </ListScreen>
      {dialog && (
        <ConfirmDialog
          title={t.deleteTitle({ name: dialog.row.dev_alias })}
          explanation={
            <>
              <p>{t.deleteWhy}</p>
              {removal.wrong.form && (
                <p className="virtual-wrong" role="alert">
                  {removal.wrong.form}
                </p>
              )}
            </>
          }
          confirmLabel={t.deleteIt({ name: dialog.row.dev_alias })}
          isDanger
          isOpen={dialog.isOpen}
          isPending={removal.isPending}
          onConfirm={() => void remove(dialog.row)}
          onClose={close}
        />
      )}
    </div>
  )
}
