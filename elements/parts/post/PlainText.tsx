import { useMemo } from 'react'
import { useSheet } from '../../define/index.ts'
import { linkParts } from './link-parts.ts'
import sheet from './post.css?sheet'

/** What somebody wrote: its lines as they are, its web addresses as links that tell the other page nothing. */
export function PlainText({ text }: { text: string }) {
  useSheet(sheet)
  const parts = useMemo(() => linkParts(text), [text])
  return (
    <p className="plain-text">
      {parts.map(({ text: shown, href }, i) =>
        href === undefined ? (
          shown
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text stay in their places
          <a key={i} href={href} target="_blank" rel="noopener noreferrer">
            {shown}
          </a>
        ),
      )}
    </p>
  )
}
