import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components'
import { useSheet } from '../define/element-context.ts'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'
import { Skeleton } from './Skeleton.tsx'
import sheet from './tabs.css?sheet'

export interface TabItem<Id extends string = string> {
  id: Id
  label: string
  icon?: IconName
  /** A small number behind the label. */
  count?: number
  /** Made only when its tab is first shown, and gone when another is. */
  content: () => ReactNode
}

interface TabsProps<Id extends string> {
  label: string
  tabs: readonly TabItem<Id>[]
  selected: Id
  onSelect: (id: Id) => void
}

/** Arrow keys move along the tabs; a panel that is loaded lazily shows a skeleton meanwhile. */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect }: TabsProps<Id>) {
  useSheet(sheet)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const show = () => {
      const row = list.current
      const tab = selected && row?.querySelector('[data-selected]')
      if (!row || !tab) return
      // In a row that is too long for its place the chosen tab is seen; scrollIntoView would move the page as well.
      const [seen, box] = [row.getBoundingClientRect(), tab.getBoundingClientRect()]
      if (box.left < seen.left || box.right > seen.right)
        row.scrollLeft += box.left - seen.left - (seen.width - box.width) / 2
    }
    // The tabs are marked a render later than they are made.
    const frame = requestAnimationFrame(show)
    return () => cancelAnimationFrame(frame)
  }, [selected])
  return (
    <AriaTabs className="tabs" selectedKey={selected} onSelectionChange={(key) => onSelect(key as Id)}>
      <TabList ref={list} className="tab-list" aria-label={label}>
        {tabs.map((tab) => (
          <Tab key={tab.id} id={tab.id} className="tab">
            {tab.icon && <Icon name={tab.icon} />}
            {tab.label}
            {tab.count !== undefined && <span className="tab-count">{tab.count}</span>}
          </Tab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className="tab-panel">
          {({ isInert }) => !isInert && <Suspense fallback={<Skeleton rows={6} />}>{tab.content()}</Suspense>}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
