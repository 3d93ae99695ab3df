import type { ReactNode } from 'react'
import { useSheet } from '../../elements/define/index.ts'
import { Icon } from '../../elements/kit/Icon.tsx'
import { Looks } from '../frame/Looks.tsx'
import sheet from './plain-page.css?sheet'

interface PlainPageProps {
  /** For those who do not see the page: what it is. */
  title: string
  children: ReactNode
}

/** A page without the frame: the name, language and theme above, its content in the middle. */
export function PlainPage({ title, children }: PlainPageProps) {
  useSheet(sheet)
  return (
    <div className="plain-page">
      <header className="plain-page-head">
        <span className="plain-page-brand">
          <Icon name="gauge" size={20} /> Sightglass
        </span>
        <Looks />
      </header>
      <main className="plain-page-main" aria-label={title}>
        {children}
      </main>
    </div>
  )
}
