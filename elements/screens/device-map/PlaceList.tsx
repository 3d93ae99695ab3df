import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import type { DevicePlace } from '../../../core/contract/device.ts'
import { useText } from '../../define/index.ts'
import { StateMark } from '../../kit/StateMark.tsx'
import { useRowWindow } from '../../kit/table/use-row-window.ts'
import { stateOf } from '../../parts/device-state.ts'
import { text } from './text.ts'

/** As high as a finger is wide; the same on desks, where a second line stands in it. */
const ROW_PX = 44

interface PlaceListProps {
  rows: readonly DevicePlace[]
  chosen: string
  hovered: string
  onChoose: (row: DevicePlace) => void
  onHover: (sn_code: string) => void
}

const STEPS: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }

/** The devices of the map as a list: for those who do not see it, and to find one. Only rows in sight are made. */
export function PlaceList({ rows, chosen, hovered, onChoose, onHover }: PlaceListProps) {
  const t = useText(text)
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const view = useRowWindow(rows.length, ROW_PX, 0, scroller)
  const at = rows.findIndex(({ sn_code }) => sn_code === chosen)
  /** Where the keys are: nothing is chosen by the focus alone. */
  const active = Math.max(0, at)
  const reveal = useRef(view.reveal)
  reveal.current = view.reveal
  // Chosen on the map, it is found in the list.
  useEffect(() => {
    if (at >= 0) reveal.current(at)
  }, [at])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    const last = rows.length - 1
    const next =
      step !== undefined
        ? Math.max(0, Math.min(last, at + step))
        : event.key === 'Home'
          ? 0
          : event.key === 'End'
            ? last
            : event.key === 'Enter' || event.key === ' '
              ? active
              : null
    if (next === null) return
    event.preventDefault()
    onChoose(rows[next] as DevicePlace)
  }
  return (
    <div
      ref={scroller}
      className="place-list"
      role="listbox"
      aria-label={t.list}
      aria-activedescendant={`${id}-${active}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerLeave={() => onHover('')}
    >
      <div className="place-rows" style={{ blockSize: view.height }}>
        {view.indices.map((index) => {
          const row = rows[index] as DevicePlace
          const { sn_code, dev_alias, dev_state, lat } = row
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the focus and its keys
            <div
              key={sn_code}
              id={`${id}-${index}`}
              className="place-row"
              role="option"
              tabIndex={-1}
              aria-selected={sn_code === chosen}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              data-active={index === active || undefined}
              data-hovered={sn_code === hovered || undefined}
              style={{ translate: `0 ${view.topOf(index)}px` }}
              onClick={() => onChoose(row)}
              onPointerEnter={() => onHover(sn_code)}
            >
              <span className="place-name">{dev_alias}</span>
              <StateMark state={stateOf(dev_state)} />
              <span className="place-note" title={lat === null ? t.noPlaceWhy : undefined}>
                {lat === null ? t.noPlace : sn_code}
              </span>
            </div>
          )
        })}
      </div>
    </div>
  )
}
