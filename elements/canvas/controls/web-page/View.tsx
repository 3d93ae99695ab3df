import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useConnection, useSheet, useText } from '../../../define/index.ts'
import { Icon } from '../../../kit/Icon.tsx'
import type { ViewProps } from '../define-control.ts'
import { isMixed, webAddress } from '../video/addresses.ts'
import { watchPolicy } from '../video/watch-policy.ts'
import { ViewFrame } from '../view/ViewFrame.tsx'
import { ViewNote, ViewWaiting } from '../view/ViewNote.tsx'
import type { WebPageProps } from './control.ts'
import { sandboxOf } from './sandbox.ts'
import { text } from './text.ts'
import sheet from './web-page.css?sheet'

/** A browser does not report that a site forbids framing; all that is known is that nothing came for so long. */
const SLOW_MS = 10_000

/** A page within this one. The editor loads none, and a replay has none. */
export default function View({ props, isEditing, replayTime }: ViewProps<WebPageProps>) {
  useSheet(sheet)
  const t = useText(text)
  const { title, url, everyS, hasFrame } = props
  const address = webAddress(url)
  const shown = () => {
    if (url === '') return <ViewNote icon="globe" title={t.noPage} explanation={t.noPageWhy} />
    if (!address) return <ViewNote icon="warning" title={t.badAddress} explanation={t.badAddressWhy} />
    if (isEditing) return <ViewNote icon="globe" title={address.host} />
    if (replayTime !== null) return <ViewNote icon="clock" title={t.notThen} explanation={t.notThenWhy} />
    if (isMixed(address)) {
      return (
        <Withheld href={address.href}>
          <ViewNote icon="warning" title={t.mixed} explanation={t.mixedWhy} />
        </Withheld>
      )
    }
    return <Page key={address.href} href={address.href} title={title} everyS={everyS} />
  }
  return (
    <ViewFrame title={title} hasFrame={hasFrame} isEditing={isEditing}>
      {shown()}
    </ViewFrame>
  )
}

interface PageProps {
  href: string
  title: string
  everyS: number
}

/** A page by its address, as long as the policy of the page around it allows that. */
export function Page({ href, title, everyS }: PageProps) {
  useSheet(sheet)
  const t = useText(text)
  const { baseUrl } = useConnection()
  const round = useRounds(everyS)
  const [state, setState] = useState<'loading' | 'slow' | 'loaded' | 'forbidden'>('loading')
  useEffect(() => {
    const stop = watchPolicy(new URL(href), ({ directive }) => {
      if (directive === 'frame-src' || directive === 'child-src') setState('forbidden')
    })
    const timer = setTimeout(() => setState((before) => (before === 'loading' ? 'slow' : before)), SLOW_MS)
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [href])
  const address = new URL(href)
  if (state === 'forbidden') {
    return (
      <Withheld href={href}>
        <ViewNote icon="warning" title={t.policy({ host: address.host })} explanation={t.policyWhy} isAlert />
      </Withheld>
    )
  }
  return (
    <>
      <iframe
        key={round}
        className="web-page"
        title={title || address.host}
        src={href}
        sandbox={sandboxOf(address, [location.origin, new URL(baseUrl, location.href).origin])}
        referrerPolicy="no-referrer"
        allow=""
        loading="lazy"
        onLoad={() => setState((before) => (before === 'forbidden' ? before : 'loaded'))}
      />
      {state === 'loading' && (
        <div className="view-over">
          <ViewWaiting />
        </div>
      )}
      {state === 'slow' && (
        <Withheld href={href}>
          <ViewNote icon="info" title={t.slow} explanation={t.slowWhy} />
        </Withheld>
      )}
    </>
  )
}

/** Why it is not seen here, and the way to see it all the same. */
function Withheld({ href, children }: { href: string; children: ReactNode }) {
  const t = useText(text)
  return (
    <div className="web-page-withheld">
      {children}
      <a className="web-page-link" href={href} target="_blank" rel="noopener noreferrer">
        {t.open}
        <Icon name="external" size={12} />
      </a>
    </div>
  )
}

/** Counts up each time that the page is to be loaded anew; not while nobody sees it. */
function useRounds(everyS: number): number {
  const [round, setRound] = useState(0)
  const next = useEffectEvent(() => document.visibilityState === 'visible' && setRound(round + 1))
  useEffect(() => {
    if (everyS === 0) return
    const timer = setInterval(() => next(), Math.max(5, everyS) * 1000)
    return () => clearInterval(timer)
  }, [everyS])
  return round
}
