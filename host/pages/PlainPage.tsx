import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { useSheet } from '../../elements/define/index.ts'
import { pictureOf } from '../brand.ts'
import { BrandMark } from '../frame/BrandMark.tsx'
import { Looks } from '../frame/Looks.tsx'
import { useConsole } from '../use-console.ts'
import sheet from './plain-page.css?sheet'

interface PlainPageProps {
  /** For those who do not see the page: what it is. */
  title: string
  children: ReactNode
}

/** A page without the frame: the name, language and theme above, its content in the middle. */
export function PlainPage({ title, children }: PlainPageProps) {
  useSheet(sheet)
  const { connection, brand } = useConsole()
  const { background, footer } = useStore(brand.$brand)
  const picture = pictureOf(connection, background)
  return (
    <div
      className="plain-page"
      data-pictured={picture === null ? undefined : ''}
      {...(picture && { style: { backgroundImage: `url("${picture}")` } })}
    >
      <header className="plain-page-head">
        <span className="plain-page-brand">
          <BrandMark />
        </span>
        <Looks />
      </header>
      <main className="plain-page-main" aria-label={title}>
        {children}
      </main>
      {footer && <footer className="plain-page-foot">{footer}</footer>}
    </div>
  )
}
