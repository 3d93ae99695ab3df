import { useEffect, useMemo, useRef, useState } from 'react'
import type { DeviceDetail } from '../../../../core/contract/device.ts'
import type { DevicePoint, DevicePoints } from '../../../../core/contract/device-point.ts'
import { words } from '../../../../core/text/words.ts'
import { useConnection, useElement, useFormat, useSheet, useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { Dialog } from '../../../kit/Dialog.tsx'
import { EmptyState } from '../../../kit/EmptyState.tsx'
import layout from '../../../kit/layout.css?sheet'
import { SearchField } from '../../../kit/SearchField.tsx'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { Toasts } from '../../../kit/Toasts.tsx'
import type { Column } from '../../../kit/table/columns.ts'
import { Table } from '../../../kit/table/Table.tsx'
import { Failure } from '../../../parts/Failure.tsx'
import { refusalText } from '../../../parts/form/refusal.ts'
import { pointName } from '../../../parts/point-text.ts'
import { useCall } from '../../../parts/use-call.ts'
import { useRights } from '../../../parts/use-rights.ts'
import { useUndoToasts } from '../../../parts/user-group-picker/use-undo-toasts.ts'
import sheet from './own-points.css?sheet'
import { PointForm } from './PointForm.tsx'
import { text } from './text.ts'

/** The tallest row, which fingers need. */
const ROW_PX = 44

interface PointsDialogProps {
  device: Pick<DeviceDetail, 'sn_code' | 'dev_alias' | 'module_name'>
  isOpen: boolean
  onClose: () => void
}

/** All points of a device, hidden and removed ones too, with where they differ from its template; a press changes one. */
export function PointsDialog({ device, isOpen, onClose }: PointsDialogProps) {
  useSheet(layout)
  useSheet(sheet)
  const t = useText(text)
  const { close } = useText(words)
  const { lang, emit } = useElement()
  const { api } = useConnection()
  const mayChangeTemplates = useRights()('P41000')
  const { sn_code } = device
  const { data, failure, reload, replace } = useCall(api.devicePoint.list, isOpen ? { sn_code } : null)
  const [search, setSearch] = useState('')
  const [editing, setEditing] = useState<DevicePoint | null>(null)
  const { toastProps, done, refused } = useUndoToasts()
  const columns = useColumns()
  const table = useRef<HTMLDivElement>(null)
  const wasEditing = useRef(false)
  // Else whoever is first to draw decides: the form's dialog gives the focus back, and the outer one fetches it to its start.
  useEffect(() => {
    if (wasEditing.current && !editing) table.current?.querySelector<HTMLElement>('.table')?.focus()
    wasEditing.current = editing !== null
  }, [editing])
  const found = useMemo(() => {
    const wanted = search.trim().toLowerCase()
    const isFound = (point: DevicePoint) =>
      `${point.name} ${point.name_en ?? ''} ${point.key}`.toLowerCase().includes(wanted)
    return data?.points.filter(isFound) ?? []
  }, [data, search])

  const template_id = data?.template_id ?? null
  const openTemplate = () => void emit('sg-navigate', { path: `/configureManage/devTemplate?template=${template_id}` })

  async function setRemoved(point: DevicePoint, is_removed: boolean) {
    try {
      removed(point, await api.devicePoint.edit({ sn_code, key: point.key, is_removed }), is_removed)
    } catch (error) {
      refused(refusalText(error, lang))
    }
  }
  function removed(point: DevicePoint, next: DevicePoints, is: boolean) {
    replace(next)
    setEditing(null)
    const name = pointName(point, lang)
    if (is) done(t.removedNow({ name }), () => void setRemoved(point, false))
    else done(t.putBackNow({ name }))
  }

  return (
    <>
      <Dialog
        title={t.title({ name: device.dev_alias })}
        isOpen={isOpen}
        onClose={onClose}
        size="large"
        actions={<Button onPress={onClose}>{close}</Button>}
      >
        {!data && (failure ? <Failure failure={failure} onRetry={reload} /> : <Skeleton rows={8} />)}
        {data?.points.length === 0 && <EmptyState icon="gauge" title={t.noPoints} explanation={t.noPointsWhy} />}
        {data && data.points.length > 0 && (
          <div className="own-points">
            <p className="hint">{t.why}</p>
            <SearchField label={t.search} value={search} onChange={setSearch} />
            <div
              ref={table}
              className="own-points-table"
              style={{ blockSize: `min(52vh, ${ROW_PX * (data.points.length + 1)}px)` }}
            >
              <Table
                label={t.title({ name: device.dev_alias })}
                columns={columns}
                rows={found}
                rowId={({ key }) => key}
                empty={<EmptyState icon="search" title={t.nothingFound} />}
                onRowOpen={setEditing}
              />
            </div>
          </div>
        )}
        {/* Within it, so that the focus comes back to its row. */}
        {editing && (
          <PointForm
            key={editing.key}
            sn_code={sn_code}
            point={editing}
            template={{
              name: device.module_name ?? '',
              open: mayChangeTemplates && template_id !== null ? openTemplate : undefined,
            }}
            isOpen
            onClose={() => setEditing(null)}
            onSaved={(next) => {
              replace(next)
              setEditing(null)
            }}
            onRemoved={(next, is) => removed(editing, next, is)}
          />
        )}
      </Dialog>
      <Toasts {...toastProps} />
    </>
  )
}

function useColumns(): Column<DevicePoint>[] {
  const t = useText(text)
  const word = useText(words)
  const format = useFormat()
  const { lang } = useElement()
  return useMemo(() => {
    const bound = (value: number | null) => (value === null ? '' : format.number(value))
    const limitsOf = ({ access, data_type, write_min, write_max }: DevicePoint) =>
      access === 'rw' && data_type === 'number' && (write_min !== null || write_max !== null)
        ? `${bound(write_min)} … ${bound(write_max)}`
        : ''
    const marksOf = ({ is_removed, is_hidden, is_closed, own_fields, template }: DevicePoint, differs: string) =>
      is_removed
        ? [t.removed]
        : [
            ...(is_hidden ? [t.hidden] : []),
            ...(template === null ? [t.own] : own_fields.length > 0 ? [differs] : []),
            ...(is_closed ? [t.closed] : []),
          ]
    const stateOf = (point: DevicePoint, differs = t.differs, none = t.asTemplate) =>
      marksOf(point, differs).join(' · ') || none
    const marked = (differs: string, none: string) => (point: DevicePoint) => (
      <span className={marksOf(point, differs).length === 0 ? 'quiet' : 'own-point-mark'}>
        {stateOf(point, differs, none)}
      </span>
    )
    return [
      {
        id: 'name',
        title: word.name,
        value: (point) => pointName(point, lang),
        width: 150,
        isFixed: true,
        narrow: { width: 110 },
      },
      { id: 'unit', title: word.unit, value: ({ unit }) => unit ?? '', width: 72, grow: 0, narrow: { width: 56 } },
      { id: 'limits', title: t.limits, value: limitsOf, width: 112, narrow: null },
      {
        id: 'state',
        title: t.state,
        value: (point) => stateOf(point),
        cell: marked(t.differs, t.asTemplate),
        width: 240,
        narrow: { cell: marked(t.differsShort, t.asTemplateShort), width: 120 },
      },
      { id: 'key', title: t.key, value: ({ key }) => key, cell: ({ key }) => <code>{key}</code>, narrow: null },
    ]
  }, [t, word, format, lang])
}
