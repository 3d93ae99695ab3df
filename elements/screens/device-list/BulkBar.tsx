import { useState } from 'react'
import type { Device } from '../../../core/contract/device.ts'
import type { deviceBulk, FoundDevice } from '../../../core/contract/device-bulk.ts'
import type { InputOf } from '../../../core/contract/endpoint.ts'
import { attempt } from '../../../core/stores/attempt.ts'
import { useConnection, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { SelectionBar } from '../../parts/list/SelectionBar.tsx'
import { text } from './text.ts'

export interface BulkActs {
  move: (devices: readonly FoundDevice[]) => void
  tag: (devices: readonly FoundDevice[]) => void
  setInterval: (devices: readonly FoundDevice[]) => void
  label: (devices: readonly FoundDevice[]) => void
  deregister: (devices: readonly FoundDevice[]) => void
}

interface BulkBarProps {
  chosen: readonly Device[]
  /** Rows on this page, and how many its filter finds on all pages. */
  shown: number
  total: number
  query: InputOf<typeof deviceBulk.found>
  acts: BulkActs
  onClear: () => void
}

/** What can be done with the selected devices, or with all that the filter finds. */
export function BulkBar({ chosen, shown, total, query, acts, onClear }: BulkBarProps) {
  const t = useText(text)
  const { api } = useConnection()
  // What was found before some of it went is not selected.
  const key = JSON.stringify([query, total])
  const [all, setAll] = useState<{ key: string; devices: readonly FoundDevice[] } | null>(null)
  const [isPending, setPending] = useState(false)
  const isPage = chosen.length === shown
  const found = isPage && all?.key === key ? all.devices : null
  const devices = found ?? chosen

  async function chooseAll() {
    setPending(true)
    const devices = await attempt(api.deviceBulk.found(query, { raisesToast: true })).finally(() => setPending(false))
    if (devices) setAll({ key, devices })
  }

  return (
    <SelectionBar label={t.bulk} selected={t.selected({ count: devices.length })} onClear={onClear}>
      {isPage && !found && total > shown && (
        <Button look="plain" isPending={isPending} onPress={() => void chooseAll()}>
          {t.selectAll({ count: total })}
        </Button>
      )}
      <Button onPress={() => acts.move(devices)}>{t.moveTo}</Button>
      <Button onPress={() => acts.tag(devices)}>{t.changeTags}</Button>
      <Button onPress={() => acts.setInterval(devices)}>{t.setInterval}</Button>
      <Button onPress={() => acts.label(devices)}>{t.labels}</Button>
      <Button onPress={() => acts.deregister(devices)}>{t.deregister}</Button>
    </SelectionBar>
  )
}
