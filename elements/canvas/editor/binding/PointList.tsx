import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { pointNamed, writePoint } from '../../../../core/rules/expression/points.ts'
import { useElement, useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { FieldFrame } from '../../../kit/Field.tsx'
import { Icon } from '../../../kit/Icon.tsx'
import { Popover } from '../../../kit/Popover.tsx'
import { SearchField } from '../../../kit/SearchField.tsx'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { DeviceChoice } from '../../../parts/device-choice/DeviceChoice.tsx'
import { useDeviceName } from '../../../parts/device-choice/use-device-name.ts'
import { Failure } from '../../../parts/Failure.tsx'
import { pointName } from '../../../parts/point-text.ts'
import { useEditor } from '../editor-context.ts'
import { POINT_DROP, WRITABLE_DROP } from '../stage/drops.ts'
import { text } from './text.ts'
import { useOwnDevice } from './use-own-device.ts'
import { type NamedPoint, useDevicePoints } from './use-points.ts'

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

/** No device has it: nothing is chosen. */
const NONE = '-'

/** Points by name and key: those of the device that is shown, or of any other one: first the device, then its points. */
export function PointList({ onChoose, chosen, isOwnOnly, forWriting, canDrag, isAutoFocus }: PointListProps) {
  const t = useText(text)
  const { lang } = useElement()
  const { drawn, pointDevice, choosePointDevice } = useEditor()
  const [device, setDevice] = useState(() => pointNamed(chosen ?? '')?.sn_code || pointDevice)
  const own = useOwnDevice()
  const [isChoosing, setChoosing] = useState(false)
  const sn_code = isOwnOnly ? '' : device
  // Without a template there is nothing to begin with.
  const isDeviceNeeded = sn_code === null
  const [search, setSearch] = useState('')
  const { data, failure, reload } = useDevicePoints(sn_code ?? '')
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
  if (!isOwnOnly && (isChoosing || isDeviceNeeded))
    return (
      <div className="points">
        {isDeviceNeeded ? <p className="prop-help">{t.deviceFirst}</p> : null}
        <DeviceChoice
          sn={sn_code ?? NONE}
          group={null}
          none={own}
          onChoose={(next) => {
            setDevice(next)
            choosePointDevice(next)
            setChoosing(false)
          }}
        />
      </div>
    )
  const nothing =
    data?.length !== 0
      ? t.noPoints
      : sn_code
        ? t.deviceHasNone
        : drawn.template_id === null
          ? t.anyDeviceWhy
          : t.templateHasNone
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows lead from the search into the list, beside Tab
    <div className="points" onKeyDown={along}>
      {!isOwnOnly && <DeviceButton sn_code={sn_code ?? ''} onPress={() => setChoosing(true)} />}
      <SearchField label={t.searchPoint} value={search} onChange={setSearch} {...(isAutoFocus && { isAutoFocus })} />
      {!data && failure && <Failure failure={failure} onRetry={reload} />}
      {!data && !failure && <Skeleton rows={4} />}
      {found?.length === 0 && <p className="panel-none">{nothing}</p>}
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

/** Whose points are listed; another one is chosen by a press. */
function DeviceButton({ sn_code, onPress }: { sn_code: string; onPress: () => void }) {
  const t = useText(text)
  const name = useDeviceName(sn_code)
  const own = useOwnDevice()
  return (
    <Button icon="device" onPress={onPress}>
      <span className="point-shown">
        <span>{sn_code === '' ? own : name}</span>
        {sn_code !== '' && name !== sn_code && <small>{sn_code}</small>}
        <span className="sg-hidden-visually">{t.otherDevice}</span>
        <Icon name="chevron-down" />
      </span>
    </Button>
  )
}

interface DeviceSelectProps {
  label: string
  isLabelHidden?: boolean
  /** '' for the one that is shown. */
  value: string
  isMixed?: boolean
  isDisabled?: boolean
  onChange: (sn_code: string) => void
}

/** A device by its SN, also one that is not to be seen here. */
export function DeviceSelect({ label, isLabelHidden, value, isMixed, isDisabled, onChange }: DeviceSelectProps) {
  const t = useText(text)
  const id = useId()
  const name = useDeviceName(isMixed ? '' : value)
  const shown = useOwnDevice()
  return (
    <div className="field">
      <FieldFrame label={label} isLabelHidden={isLabelHidden ?? false} describedBy={`${id}-help`}>
        <div className="point-field">
          <Popover
            label={label}
            trigger={
              <Button isDisabled={isDisabled ?? false}>
                <span className="point-shown">
                  <span>{isMixed ? t.choosing : value === '' ? shown : name}</span>
                  <span className="sg-hidden-visually">{label}</span>
                </span>
              </Button>
            }
          >
            {(close) => (
              <DeviceChoice
                sn={isMixed ? NONE : value}
                group={null}
                none={shown}
                onChoose={(chosen) => {
                  onChange(chosen)
                  close()
                }}
              />
            )}
          </Popover>
        </div>
      </FieldFrame>
    </div>
  )
}
