import { useEffect, useRef, useState } from 'react'
import type { Device, Point } from '../../../core/contract/device.ts'
import { deviceDetail } from '../../../core/stores/collections/devices.ts'
import { words } from '../../../core/text/words.ts'
import { useElement, useSheet, useText } from '../../define/index.ts'
import type { NodeAlarms } from '../../kit/AlarmBadge.tsx'
import { Button, IconButton } from '../../kit/Button.tsx'
import { Checkbox } from '../../kit/Checkbox.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { Skeleton } from '../../kit/Skeleton.tsx'
import type { PointAlarms } from '../../parts/alarm-marks/point-alarms.ts'
import { Failure } from '../../parts/Failure.tsx'
import { pointName } from '../../parts/point-text.ts'
import { useCollection } from '../../parts/use-collection.ts'
import sheet from './card-layout.css?sheet'
import { type CardLayout, MOST_POINTS, rankedKeys, SHOWN } from './card-layout.ts'
import { text } from './card-layout-text.ts'
import { Tile } from './Tile.tsx'

interface CardLayoutDialogProps {
  device: Device
  layout: CardLayout
  alarms: NodeAlarms | null
  pointAlarms: PointAlarms
  onSave: (layout: CardLayout) => void
  onClose: () => void
}

/** What the cards of a template's devices show, chosen with one of them before one's eyes. */
export function CardLayoutDialog(props: CardLayoutDialogProps) {
  const t = { ...useText(words), ...useText(text) }
  const { device, onClose } = props
  const { data, failure, reload } = useCollection(deviceDetail, { sn_code: device.sn_code })
  if (data) return <LayoutForm {...props} points={data.points} />
  return (
    <Dialog title={t.titleOf({ name: device.module_name ?? device.dev_alias })} isOpen onClose={onClose}>
      {failure ? <Failure failure={failure} onRetry={reload} /> : <Skeleton rows={6} />}
    </Dialog>
  )
}

/** The chosen ones in their order, then the others as a card would rank them. */
function orderOf(points: readonly Point[], keys: readonly string[]): Point[] {
  const byKey = new Map(points.map((point) => [point.key, point]))
  return [...new Set([...keys, ...rankedKeys(points)])].flatMap((key) => byKey.get(key) ?? [])
}

function LayoutForm({
  device,
  layout,
  alarms,
  pointAlarms,
  points,
  onSave,
  onClose,
}: CardLayoutDialogProps & { points: readonly Point[] }) {
  useSheet(sheet)
  const t = { ...useText(words), ...useText(text) }
  const { lang } = useElement()
  const ranked = rankedKeys(points).slice(0, SHOWN)
  const has = new Set(points.map(({ key }) => key))
  const firstKeys = (layout.keys ?? []).filter((key) => has.has(key))
  const [order, setOrder] = useState(() => orderOf(points, firstKeys))
  const [keys, setKeys] = useState<readonly string[]>(firstKeys.length > 0 ? firstKeys : ranked)
  const [hasPicture, setPicture] = useState(layout.hasPicture)
  const [isWrong, setWrong] = useState(false)
  const [said, setSaid] = useState('')
  const rows = useRef<HTMLUListElement>(null)
  const moved = useRef<{ key: string; by: number } | null>(null)
  // A row that was moved in the page has lost the focus; at the end of its way its other button goes on.
  useEffect(() => {
    if (!moved.current) return
    const { key, by } = moved.current
    moved.current = null
    const row = [...(rows.current?.children ?? [])][order.findIndex((point) => point.key === key)]
    const [up, down] = row?.querySelectorAll<HTMLButtonElement>('button') ?? []
    const wanted = by < 0 ? up : down
    ;(wanted?.disabled ? (by < 0 ? down : up) : wanted)?.focus()
  }, [order])

  const chosen = order.filter(({ key }) => keys.includes(key)).map(({ key }) => key)
  const isDefault = JSON.stringify(chosen) === JSON.stringify(ranked)
  const draft: CardLayout = { keys: isDefault || chosen.length === 0 ? null : chosen, hasPicture }
  const toggle = (key: string, isChosen: boolean) => {
    const next = isChosen ? [...keys, key] : keys.filter((one) => one !== key)
    setKeys(next)
    setWrong(isWrong && next.length === 0)
  }
  const move = (index: number, by: number) => {
    const next = [...order]
    const [point] = next.splice(index, 1) as [Point]
    next.splice(index + by, 0, point)
    moved.current = { key: point.key, by }
    setOrder(next)
    setSaid(t.movedTo({ name: pointName(point, lang), place: index + by + 1 }))
  }
  const reset = () => {
    setOrder(orderOf(points, []))
    setKeys(ranked)
    setPicture(false)
    setWrong(false)
  }
  const save = () => {
    if (chosen.length === 0) return setWrong(true)
    // Chosen with another device, which has them.
    const absent = (layout.keys ?? []).filter((key) => !has.has(key))
    onSave(draft.keys ? { ...draft, keys: [...draft.keys, ...absent].slice(0, MOST_POINTS) } : draft)
    onClose()
  }

  return (
    <Dialog
      title={t.titleOf({ name: device.module_name ?? device.dev_alias })}
      isOpen
      onClose={onClose}
      size="large"
      isKeptOpen
      actions={
        <>
          <span className="row-start">
            <Button onPress={reset}>{t.reset}</Button>
          </span>
          <Button onPress={onClose}>{t.cancel}</Button>
          <Button look="primary" onPress={save}>
            {t.save}
          </Button>
        </>
      }
    >
      <div className="card-layout">
        <p className="muted">{device.template_id === null ? t.ofDevice : t.ofTemplate}</p>
        <fieldset className="card-layout-points">
          <legend>{t.points({ most: MOST_POINTS })}</legend>
          <p className={isWrong ? 'field-error' : 'field-help'} role={isWrong ? 'alert' : undefined}>
            {isWrong ? t.none : t.pointsWhy}
          </p>
          <ul ref={rows} className="card-layout-list">
            {order.map((point, index) => (
              <PointRow
                key={point.key}
                name={pointName(point, lang)}
                isChosen={keys.includes(point.key)}
                isFull={keys.length >= MOST_POINTS}
                isFirst={index === 0}
                isLast={index === order.length - 1}
                onToggle={(next) => toggle(point.key, next)}
                onMove={(by) => move(index, by)}
              />
            ))}
          </ul>
          <Checkbox isSelected={hasPicture} onChange={setPicture}>
            {t.hasPicture}
          </Checkbox>
          <p className="sg-hidden-visually" role="status">
            {said}
          </p>
        </fieldset>
        <section className="card-layout-preview" aria-label={t.preview}>
          <p>{t.preview}</p>
          <ul inert>
            <Tile
              device={device}
              alarms={alarms}
              pointAlarms={pointAlarms}
              layout={draft}
              isOpen={false}
              onOpen={() => {}}
              onMenu={() => {}}
            />
          </ul>
        </section>
      </div>
    </Dialog>
  )
}

interface PointRowProps {
  name: string
  isChosen: boolean
  /** No more may be chosen. */
  isFull: boolean
  isFirst: boolean
  isLast: boolean
  onToggle: (isChosen: boolean) => void
  onMove: (by: -1 | 1) => void
}

function PointRow({ name, isChosen, isFull, isFirst, isLast, onToggle, onMove }: PointRowProps) {
  const t = useText(text)
  return (
    <li className="card-layout-row">
      <Checkbox isSelected={isChosen} isDisabled={!isChosen && isFull} onChange={onToggle}>
        {name}
      </Checkbox>
      <span className="card-layout-moves">
        <IconButton icon="arrow-up" label={t.up({ name })} isDisabled={isFirst} onPress={() => onMove(-1)} />
        <IconButton icon="arrow-down" label={t.down({ name })} isDisabled={isLast} onPress={() => onMove(1)} />
      </span>
    </li>
  )
}
