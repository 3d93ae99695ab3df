import { lazyPart, useElementTitle, useText } from '../../define/index.ts'
import { Icon } from '../../kit/Icon.tsx'
import { EmptyElement } from '../../parts/EmptyElement.tsx'
import type { WebPageProps } from './api.ts'
import { text } from './text.ts'

// It comes with what else screens show, which is loaded where they are.
const Page = lazyPart(() => import('../../canvas/controls/web-page/View.tsx').then((chunk) => chunk.Page), null)

/** The address where it is one that is shown here; null for any other. */
function shownAddress(src: string): URL | null {
  const address = URL.canParse(src) ? new URL(src) : null
  return address?.protocol === 'https:' ? address : null
}

export function WebPage({ name, src }: WebPageProps) {
  const t = useText(text)
  const address = shownAddress(src.trim())
  const title = name || address?.host || t.nothing
  useElementTitle(title)
  if (!address) {
    const explanation = src.trim() === '' ? t.nothingWhy : t.notHttps
    return <EmptyElement icon="globe" title={t.nothing} explanation={explanation} />
  }
  return (
    <div className="web-page-screen">
      <div className="web-page-head">
        <h1>{title}</h1>
        <a href={address.href} target="_blank" rel="noopener noreferrer">
          {t.open}
          <Icon name="external" size={12} />
        </a>
      </div>
      <div className="web-page-frame">
        <Page key={address.href} href={address.href} title={title} everyS={0} />
      </div>
    </div>
  )
}
