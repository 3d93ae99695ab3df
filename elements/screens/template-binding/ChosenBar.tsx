import { useState } from 'react'
import { attempt } from '../../../core/stores/attempt.ts'
import { useConnection, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { SelectionBar } from '../../parts/list/SelectionBar.tsx'
import type { queryOf } from './BindingFilters.tsx'
import { text } from './text.ts'
import type { BoundDevice } from './use-binding.ts'
import type { Selection } from './use-selection.ts'

interface ChosenBarProps {
  selection: Selection
  /** How many the filters leave. */
  total: number
  query: ReturnType<typeof queryOf>
  isBusy: boolean
  onBind: () => void
  onUnbind: (devices: readonly BoundDevice[]) => void
}

/** What can be done with the selected devices. */
export function ChosenBar({ selection, total, query, isBusy, onBind, onUnbind }: ChosenBarProps) {
  const t = useText(text)
  const { api } = useConnection()
  const [isReading, setReading] = useState(false)
  const { devices } = selection
  const count = devices.length
  const bound = devices.filter(({ template_id }) => template_id !== null)

  async function selectAll() {
    setReading(true)
    const all: BoundDevice[] = []
    for (let page = 1; all.length < total; page++) {
      const found = await attempt(
        api.template.bindings({ ...query, page, page_size: 100, sort: 'sn_code' }, { raisesToast: true }),
      )
      if (!found || found.rows.length === 0) break
      all.push(...found.rows)
    }
    setReading(false)
    if (all.length > 0) selection.replace(all)
  }

  return (
    <SelectionBar label={t.bulk} selected={t.selected({ count })} onClear={selection.clear}>
      {selection.isAllHere && total > count && (
        <Button look="plain" isPending={isReading} onPress={() => void selectAll()}>
          {t.selectAll({ count: total })}
        </Button>
      )}
      <Button look="primary" isDisabled={isBusy} onPress={onBind}>
        {t.bindThese}
      </Button>
      <Button isDisabled={isBusy || bound.length === 0} onPress={() => onUnbind(bound)}>
        {t.unbindThese({ count: bound.length })}
      </Button>
    </SelectionBar>
  )
}
