import { useEffect, useState } from 'react'
import type { ForeignPage } from '../../core/contract/session.ts'
import { attempt } from '../../core/stores/attempt.ts'
import { useConnection, useElement, useSheet, useText } from '../../elements/define/index.ts'
import { text } from '../text.ts'
import sheet from './help.css?sheet'

/** Where to read more: the docs, and the pages of others that embed elements where the demo serves some. */
export function Help() {
  useSheet(sheet)
  const t = useText(text)
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
