import { useLayoutEffect, useState } from 'react'
import { useSheet, useText } from '../../../define/index.ts'
import { TabList } from '../../../kit/Tabs.tsx'
import type { ViewProps } from '../define-control.ts'
import { ViewFrame } from '../view/ViewFrame.tsx'
import { ViewNote } from '../view/ViewNote.tsx'
import { useSetShown } from '../view/view-context.ts'
import type { TabsProps } from './control.ts'
import sheet from './tabs.css?sheet'
import { text } from './text.ts'

/** Tabs whose panels are other controls of the screen: that of the chosen one is shown, those of the others are hidden. */
export default function View({ props, isEditing }: ViewProps<TabsProps>) {
  useSheet(sheet)
  const t = useText(text)
  const setShown = useSetShown()
  const { label, tabs, initial, look, hasFrame } = props
  const [chosen, setChosen] = useState(initial - 1)
  const at = Math.max(0, Math.min(tabs.length - 1, chosen))
  const panels = JSON.stringify(tabs.map(({ control_id }) => control_id))
  useLayoutEffect(() => {
    if (isEditing || !setShown) return
    const ids: string[] = JSON.parse(panels)
    const own = ids[at]
    // Two tabs may show one control: it is hidden by neither.
    for (const id of new Set(ids)) if (id !== '') setShown(id, id === own)
  }, [panels, at, isEditing, setShown])
  return (
    <ViewFrame title="" hasFrame={hasFrame} isEditing={false}>
      {tabs.length === 0 ? (
        <ViewNote icon="tiles" title={t.noTabs} explanation={t.noTabsWhy} />
      ) : (
        <div className="view-tabs" data-look={look} inert={isEditing}>
          <TabList
            label={label || t.name}
            tabs={tabs.map((tab, index) => ({ id: `${index}`, label: tab.label || t.tab({ number: index + 1 }) }))}
            selected={`${at}`}
            onSelect={(id) => setChosen(Number(id))}
          />
        </div>
      )}
    </ViewFrame>
  )
}
