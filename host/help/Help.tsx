import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import type { ForeignPage } from '../../core/contract/session.ts'
import { attempt } from '../../core/stores/attempt.ts'
import { useConnection, useElement, useSheet, useText } from '../../elements/define/index.ts'
import { text } from '../text.ts'
import { GuideView, useWords } from './GuideView.tsx'
import { GUIDES, openedAt } from './guides.ts'
import sheet from './help.css?sheet'

/** The help: its first page, or the guide that `?topic=` names, at its chapter. */
export function Help({ search }: { search: string }) {
  useSheet(sheet)
  const opened = openedAt(new URLSearchParams(search).get('topic'))
  return opened ? <GuideView {...opened} /> : <HelpStart />
}

/** The guides, the docs, and the pages of others that embed elements where the demo serves some. */
function HelpStart() {
  const t = useText(text)
  const say = useWords()
  const { lang } = useElement()
  const { api, baseUrl } = useConnection()
  const [pages, setPages] = useState<readonly ForeignPage[]>([])
  useEffect(() => {
    const abort = new AbortController()
    // Without them the page is whole: they are the demo's.
    void attempt(api.session.foreignPages({}, { signal: abort.signal })).then((known) => {
      if (known && !abort.signal.aborted) setPages(known.pages)
    })
    return () => abort.abort()
  }, [api])
  const docs = [
    ['docs/embedding', t.helpEmbedding, t.helpEmbeddingWhy],
    ['docs/api', t.helpApi, t.helpApiWhy],
  ] as const
  return (
    <div className="help">
      <h1 className="help-title">{t.help}</h1>
      <p>{t.helpKeys}</p>
      <ul className="help-list">
        {Object.entries(GUIDES).map(([id, { title, about }]) => (
          <li key={id} className="help-item">
            <Link href={`/help?topic=${id}`}>{say(title)}</Link>
            <p>{say(about)}</p>
          </li>
        ))}
      </ul>
      <h2>{t.forDevelopers}</h2>
      <ul className="help-list">
        {docs.map(([path, title, why]) => (
          <Item key={path} href={new URL(`${path}?lang=${lang}`, baseUrl).href} title={title} about={why} />
        ))}
      </ul>
      {pages.length > 0 && (
        <>
          <h2>{t.foreignPages}</h2>
          <ul className="help-list">
            {pages.map(({ url, title, about }) => (
              <Item key={url} href={url} title={title[lang]} about={about[lang]} />
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function Item({ href, title, about }: { href: string; title: string; about: string }) {
  return (
    <li className="help-item">
      <a href={href} target="_blank" rel="noreferrer">
        {title}
      </a>
      <p>{about}</p>
    </li>
  )
}
