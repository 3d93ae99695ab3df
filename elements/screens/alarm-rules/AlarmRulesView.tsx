import { type ElementProps, useText } from '../../define/index.ts'
import { RulesPlace } from '../../parts/alarm-rules/RulesPlace.tsx'
import { EmptyElement } from '../../parts/EmptyElement.tsx'
import { useView } from '../../parts/use-view.ts'
import type { api } from './api.ts'
import { text } from './text.ts'

export function AlarmRulesView({ template, sn, rule, onViewChange, onNavigate }: ElementProps<typeof api>) {
  const t = useText(text)
  const [view, change] = useView<{ rule: string }>({ rule }, onViewChange)
  if (!sn && template === undefined) return <EmptyElement icon="bell" title={t.nothing} explanation={t.nothingWhy} />
  return (
    <RulesPlace
      owner={sn ? { sn_code: sn } : { template_id: template as number }}
      shown={view.rule}
      onShown={(next) => next !== view.rule && change({ rule: next })}
      onUnsaved={nothing}
      onNavigate={onNavigate}
    />
  )
}

const nothing = () => {}
