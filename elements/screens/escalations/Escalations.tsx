import { type ElementProps, useText } from '../../define/index.ts'
import { Tabs } from '../../kit/Tabs.tsx'
import { useView } from '../../parts/use-view.ts'
import type { api, EscalationsView } from './api.ts'
import { Rules } from './Rules.tsx'
import { text } from './text.ts'
import { Webhooks } from './Webhooks.tsx'

export function Escalations({ tab, onViewChange }: ElementProps<typeof api>) {
  const t = useText(text)
  const [view, change] = useView<EscalationsView>({ tab }, onViewChange)
  return (
    <div className="escalations">
      <h1>{t.title}</h1>
      <Tabs
        label={t.title}
        tabs={[
          { id: 'rules', label: t.rules, content: () => <Rules /> },
          { id: 'webhooks', label: t.webhooks, content: () => <Webhooks /> },
        ]}
        selected={view.tab}
        onSelect={(id) => change({ tab: id })}
      />
    </div>
  )
}
