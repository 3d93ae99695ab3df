import { type KeyboardEvent, useRef, useState } from 'react'
import { writePoint } from '../../../../core/rules/expression/points.ts'
import { useElement, useText } from '../../../define/index.ts'
import { SearchField } from '../../../kit/SearchField.tsx'
import { Select } from '../../../kit/Select.tsx'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { Failure } from '../../../parts/Failure.tsx'
import { pointName } from '../../../parts/point-text.ts'
import { useEditor } from '../editor-context.ts'
import { POINT_DROP, WRITABLE_DROP } from '../stage/drops.ts'
import { text } from './text.ts'
import { type NamedPoint, useDevicePoints, useNamedDevices } from './use-points.ts'

interface PointListProps {
  onChoose: (point: NamedPoint) => void
  /** The one that is chosen now, as it is written. */
  chosen?: string
  /** Of the template alone. */
  isOwnOnly?: boolean
  /** Points that cannot be written are marked so. */
  forWriting?: boolean
  canDrag?: boolean
  isAutoFocus?: boolean
}

const THIS = '-'

/** Points by name and key: the template's, or those of another device. */
export function PointList({ onChoose, chosen, isOwnOnly, forWriting, canDrag, isAutoFocus }: PointListProps) {
  const t = useText(text)
  const { lang } = useElement()
  const [device, setDevice] = useState(THIS)
  const [search, setSearch] = useState('')
  const { data, failure, reload } = useDevicePoints(device === THIS ? '' : device)
  const list = useRef<HTMLUListElement>(null)
  const wanted = search.trim().toLowerCase()
  const found = data?.filter((point) =>
    [point.key, point.name, point.name_en ?? ''].some((word) => word.toLowerCase().includes(wanted)),
  )
  const along = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('button') ?? [])]
    const at = rows.indexOf(event.target as HTMLElement)
    if (rows.length === 0 || (at < 0 && event.key === 'ArrowUp')) return
    event.preventDefault()
    rows[Math.min(rows.length - 1, Math.max(0, at + (event.key === 'ArrowDown' ? 1 : -1)))]?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows lead from the search into the list, beside Tab
    <div className="points" onKeyDown={along}>
      {!isOwnOnly && <DeviceChoice value={device} onChange={setDevice} />}
      <SearchField label={t.searchPoint} value={search} onChange={setSearch} {...(isAutoFocus && { isAutoFocus })} />
      {!data && failure && <Failure failure={failure} onRetry={reload} />}
      {!data && !failure && <Skeleton rows={4} />}
      {found?.length === 0 && <p className="panel-none">{data?.length === 0 ? t.templateHasNone : t.noPoints}</p>}
      <ul ref={list} className="points-list">
        {found?.map((point) => {
          const written = writePoint(point)
          return (
            <li key={point.key}>
              <button
                type="button"
                className="points-row"
                aria-pressed={chosen === written}
                draggable={canDrag}
                onDragStart={(event) => {
                  event.dataTransfer.effectAllowed = 'copy'
                  event.dataTransfer.setData(POINT_DROP, written)
                  if (point.access === 'rw') event.dataTransfer.setData(WRITABLE_DROP, written)
                }}
                onClick={() => onChoose(point)}
              >
                <span className="points-name">{pointName(point, lang)}</span>
                <span className="points-key">
                  {point.key}
                  {forWriting && point.access === 'r' ? ` · ${t.readOnlyPoint}` : point.unit ? ` · ${point.unit}` : ''}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** The screen's own device, or another one. */
function DeviceChoice({ value, onChange }: { value: string; onChange: (device: string) => void }) {
  const t = useText(text)
  const devices = useNamedDevices()
  return (
    <Select
      label={t.device}
      isLabelHidden
      isSearchable
      options={[
        { id: THIS, label: t.thisDevice, note: t.thisDeviceNote },
        ...devices.map(({ sn_code, dev_alias }) => ({ id: sn_code, label: dev_alias || sn_code, note: sn_code })),
      ]}
      value={value}
      onChange={onChange}
    />
  )
}

interface DeviceSelectProps {
  label: string
  isLabelHidden?: boolean
  /** '' for the screen's own. */
  value: string
  isMixed?: boolean
  isDisabled?: boolean
  onChange: (sn_code: string) => void
}

/** A device by its SN, also one that is not to be seen here. */
export function DeviceSelect({ label, isLabelHidden, value, isMixed, isDisabled, onChange }: DeviceSelectProps) {
  const t = useText(text)
  const devices = useNamedDevices()
  const { sn_code } = useEditor()
  const isKnown = value === '' || devices.some((device) => device.sn_code === value)
  const known = devices.find((device) => device.sn_code === sn_code)
  return (
    <Select
      label={label}
      {...(isLabelHidden && { isLabelHidden })}
      {...(isDisabled && { isDisabled })}
      isSearchable
      options={[
        { id: THIS, label: t.thisDevice, ...(known && { note: known.dev_alias }) },
        ...devices.map((device) => ({
          id: device.sn_code,
          label: device.dev_alias || device.sn_code,
          note: device.sn_code,
        })),
        ...(isKnown ? [] : [{ id: value, label: value }]),
      ]}
      value={isMixed ? null : value === '' ? THIS : value}
      onChange={(id) => onChange(id === THIS ? '' : id)}
    />
  )
}
