import { useElement, useText } from '../../elements/define/index.ts'
import { text } from '../text.ts'
import type { PictureName } from './guide.ts'

const ADDRESSES = import.meta.glob<string>('./pictures/*/*.png', { eager: true, query: '?url', import: 'default' })

/** A page of the console, in the reader's language; pressed, it fills a page of its own. */
export function Picture({ name, of }: { name: PictureName; of: string }) {
  const { lang } = useElement()
  const t = useText(text)
  const src = ADDRESSES[`./pictures/${lang}/${name}.png`]
  return (
    <a className="help-picture" href={src} target="_blank" rel="noreferrer">
      <img src={src} alt={t.pictureOf({ title: of })} width={1120} height={640} loading="lazy" />
    </a>
  )
}
