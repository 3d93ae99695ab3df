import type { device } from '../../../core/contract/device.ts'
import type { OutputOf } from '../../../core/contract/endpoint.ts'
import { words } from '../../../core/text/words.ts'
import { useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Icon } from '../../kit/Icon.tsx'
import type { IconName } from '../../kit/icons.ts'
import { AlarmMark } from '../../parts/AlarmMark.tsx'
import { EmptyElement } from '../../parts/EmptyElement.tsx'
import { text } from './text.ts'

type DeviceCounts = OutputOf<typeof device.counts>
const STATES = ['online', 'offline', 'faulty'] as const
const ICONS: Record<(typeof STATES)[number], IconName> = { online: 'circle', offline: 'ring', faulty: 'cross' }

interface CountsProps {
  /** Null until the first have come. */
  counts: DeviceCounts | null
  /** How many alarms are open; null until it is known. */
  alarms: number | null
  /** The highest level among them; null for none. */
  worst: number | null
  /** Where devices are listed; null where the user may open no such page. */
  listPath: string | null
  /** Where alarms are; null where the user may open no such page. */
  alarmsPath: string | null
  go: (path: string) => void
}

/**
 * How many devices are in each state, and how many alarms are open; each leads to those it counts, but unregistered
 * devices, which are nobody's: no list holds them.
 */
export function Counts({ counts, alarms, worst, listPath, alarmsPath, go }: CountsProps) {
  const t = useText(text)
  const w = useText(words)
  const format = useFormat()
  const shown = (count: number | null | undefined) => (count == null ? '–' : format.number(count))
  return (
    <ul className="counts" aria-label={t.counts} aria-busy={counts === null}>
      {STATES.map((state) => (
        <li key={state}>
          <button
            type="button"
            className={`count count-${state}`}
            data-quiet={state === 'online' || !counts?.[state] || undefined}
            disabled={listPath === null}
            onClick={() => go(`${listPath}?state=${state}`)}
          >
            <span className="count-name">
              <Icon name={ICONS[state]} size={12} /> {w[state]}
            </span>
            <span className="count-number">{shown(counts?.[state])}</span>
          </button>
        </li>
      ))}
      {counts !== null && counts.unregistered > 0 && (
        <li>
          <div className="count count-unregistered">
            <span className="count-name">
              <Icon name="unknown" size={12} /> {w.unregistered}
            </span>
            <span className="count-number">{shown(counts.unregistered)}</span>
          </div>
        </li>
      )}
      <li>
        <button
          type="button"
          className="count count-alarms"
          data-quiet={!alarms || undefined}
          onClick={(event) => (alarmsPath === null ? showAlarms(event.currentTarget) : go(alarmsPath))}
        >
          <span className="count-name">
            {worst === null ? <Icon name="bell" size={12} /> : <AlarmMark alarm_level={worst} isWordHidden />}{' '}
            {t.openAlarms}
          </span>
          <span className="count-number">{shown(alarms)}</span>
        </button>
      </li>
    </ul>
  )
}

/** The worst of them are on this very screen. */
function showAlarms(from: HTMLElement) {
  const list = from.closest('.home')?.querySelector<HTMLElement>('#open-alarms')
  list?.scrollIntoView({ block: 'start' })
  list?.focus()
}

export function NoDevices({ listPath, go }: Pick<CountsProps, 'listPath' | 'go'>) {
  const t = useText(text)
  return (
    <EmptyElement
      icon="device"
      title={t.noDevices}
      explanation={t.noDevicesWhy}
      action={
        listPath && (
          <Button look="primary" onPress={() => go(listPath)}>
            {t.toDevices}
          </Button>
        )
      }
    />
  )
}
