import { useMemo } from 'react'
import { type ElementProps, useText } from '../define/index.ts'
import { Toasts } from '../kit/Toasts.tsx'
import { AlarmRules } from '../parts/alarm-rules/AlarmRules.tsx'
import { EmptyElement } from '../parts/EmptyElement.tsx'
import { useUndoToasts } from '../parts/user-group-picker/use-undo-toasts.ts'
import type { api } from './api.ts'
import { text } from './text.ts'

export function AlarmRulesView({ template, sn }: ElementProps<typeof api>) {
  const t = useText(text)
  const { given, done, refused } = useUndoToasts()
  const owner = useMemo(
    () => (sn ? { sn_code: sn } : template === undefined ? null : { template_id: template }),
    [sn, template],
  )
  if (!owner) return <EmptyElement icon="bell" title={t.nothing} explanation={t.nothingWhy} />
  return (
    <>
      <AlarmRules
        key={JSON.stringify(owner)}
        owner={owner}
        told={{ done, refused }}
        onUnsaved={nothing}
        onSaved={nothing}
      />
      <Toasts {...given} />
    </>
  )
}

const nothing = () => {}
