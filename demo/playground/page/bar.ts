import { h } from './dom.ts'
import { t, ui } from './text.ts'

const LOOKS = ['light', 'dark']

/** The page's own look: its address's, else the system's. */
export function lookOf(): 'light' | 'dark' {
  const look = new URLSearchParams(location.search).get('look') ?? ''
  if (LOOKS.includes(look)) return look as 'light' | 'dark'
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

/** What every link to another page of ours takes along: the page's language and look. */
export function pageQuery(): URLSearchParams {
  const look = new URLSearchParams(location.search).get('look') ?? ''
  return new URLSearchParams({ ui, ...(LOOKS.includes(look) && { look }) })
}

function changed(key: string, value: string): string {
  const query = new URLSearchParams(location.search)
  query.set(key, value)
  return `${location.pathname}?${query}`
}

/** The page's head: links that open it in the other language and look, with everything that is chosen. */
export function drawBar(): void {
  document.documentElement.dataset.look = lookOf()
  const other = ui === 'zh' ? 'en' : 'zh'
  const otherLook = lookOf() === 'dark' ? 'light' : 'dark'
  const link = (key: string, value: string, words: string, lang: string | null = null) => {
    const made = h('a', { class: 'bar-link', href: changed(key, value), lang }, words)
    // The address goes on changing with the knobs.
    made.addEventListener('click', () => {
      made.href = changed(key, value)
    })
    return made
  }
  document
    .querySelector('#actions')
    ?.replaceChildren(
      link('look', otherLook, otherLook === 'dark' ? t.toDark : t.toLight),
      link('ui', other, t.otherLanguage, other === 'zh' ? 'zh-CN' : 'en'),
    )
  const brand = document.querySelector<HTMLAnchorElement>('.brand')
  if (brand) brand.href = `/?${pageQuery()}`
}
