import { useMemo, useState } from 'react'
import { deviceGroups } from '../../../core/stores/collections/devices.ts'
import { templatesOf } from '../../../core/stores/collections/templates.ts'
import { type ElementProps, useConnection, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Toasts } from '../../kit/Toasts.tsx'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import { useList } from '../../parts/list/use-list.ts'
import { useCollection } from '../../parts/use-collection.ts'
import { useRights } from '../../parts/use-rights.ts'
import { useView } from '../../parts/use-view.ts'
import type { api, BindingFilter, BindingView } from './api.ts'
import { BindingFilters, NO_FILTER, queryOf, useBindingChips } from './BindingFilters.tsx'
import { BindPanel } from './BindPanel.tsx'
import { ChosenBar } from './ChosenBar.tsx'
import { columnsOf } from './columns.tsx'
import { NotDone, Progress } from './RunNotes.tsx'
import { text } from './text.ts'
import { type BoundDevice, useBinding } from './use-binding.ts'
import { useSelection } from './use-selection.ts'

/** One device, by its SN, or those that are selected. */
type Side = { sn_code: string; shown: BoundDevice } | 'selected' | null

/** The templates that devices can be bound to. */
const BINDABLE = { module_type: 'standard' } as const

export function TemplateBinding(props: ElementProps<typeof api>) {
  const { search, template = null, group = null, bound, page, onViewChange, onNavigate } = props
  const t = useText(text)
  const { api } = useConnection()
  const mayBind = useRights()('P42000')
  const [view, change] = useView<BindingView>({ search, template, group, bound, page }, onViewChange)
  const [side, setSide] = useState<Side>(null)
  const query = queryOf(view)
  const list = useList(api.template.bindings, query, {
    rowId: ({ sn_code }) => sn_code,
    view: { page: view.page },
    change,
  })
  const templates = useCollection(templatesOf, BINDABLE)
  const groups = useCollection(deviceGroups).data ?? []
  const { rows, total, reload } = list
  const binding = useBinding(reload)
  const selection = useSelection(rows)
  const columns = useMemo(() => columnsOf(t), [t])
  // Other rows begin at their first page.
  const filter = (part: Partial<BindingFilter>) => change({ page: null, ...part })
  const known = templates.data ?? []
  const filters = { view, change: filter, templates: known, groups }
  const chips = useBindingChips(filters)

  function panel() {
    if (!side) return null
    const devices =
      side === 'selected' ? selection.devices : [rows.find(({ sn_code }) => sn_code === side.sn_code) ?? side.shown]
    if (devices.length === 0) return null
    const finish = () => {
      setSide(null)
      if (side === 'selected') selection.clear()
    }
    return (
      <BindPanel
        key={side === 'selected' ? 'selected' : side.sn_code}
        devices={devices}
        isAllowed={mayBind}
        templates={templates}
        isBusy={binding.running !== null}
        onBind={({ template_id, module_name }) => {
          finish()
          void binding.bind(devices, template_id, module_name)
        }}
        onUnbind={() => {
          finish()
          void binding.unbind(devices)
        }}
        onTemplates={() => void onNavigate({ path: '/configureManage/devTemplate' })}
        onClose={() => setSide(null)}
      />
    )
  }

  return (
    <div className="binding">
      <ListScreen
        // Devices of other pages stay selected.
        list={{
          ...list,
          chosen: rows.filter(({ sn_code }) => selection.idsHere.has(sn_code)),
          select: selection.choose,
        }}
        words={{ title: t.title, counted: t.counted, empty: t.empty, emptyWhy: t.emptyWhy }}
        icon="device"
        columns={columns}
        emptyAction={<Button onPress={() => void onNavigate({ path: '/device' })}>{t.toDevices}</Button>}
        search={{ label: t.search, value: view.search, onChange: (next) => filter({ search: next }) }}
        filters={<BindingFilters {...filters} />}
        chips={chips}
        onClear={() => filter(NO_FILTER)}
        side={panel()}
        openId={side && side !== 'selected' ? side.sn_code : null}
        onRowOpen={(device) => setSide({ sn_code: device.sn_code, shown: device })}
        bulk={mayBind}
        above={
          <>
            {selection.devices.length > 0 && (
              <ChosenBar
                selection={selection}
                total={total}
                query={query}
                isBusy={binding.running !== null}
                onBind={() => setSide('selected')}
                onUnbind={(devices) => {
                  selection.clear()
                  setSide(null)
                  void binding.unbind(devices)
                }}
              />
            )}
            {binding.running && <Progress running={binding.running} onStop={binding.stop} />}
            {binding.outcomes && (
              <NotDone
                outcomes={binding.outcomes}
                onSelect={(devices) => {
                  selection.replace(devices)
                  binding.forget()
                }}
                onClose={binding.forget}
              />
            )}
          </>
        }
      />
      <Toasts {...binding.toasts} />
    </div>
  )
}
