import { atom } from 'nanostores'
import { createRoot } from 'react-dom/client'
import type { Connection } from '../../core/connection/connection.ts'
import { PageRoot, useConnection, useElement, useFormat } from '../../elements/define/index.ts'
import { Button } from '../../elements/kit/index.ts'
import { equal, place, until } from './check.ts'
import './probe.tsx'

const connection = {
  name: 'page',
  $timezone: atom<string | null>(null),
  $problem: atom<string | null>(null),
} as unknown as Connection

const languages: string[] = []
function Frame() {
  const { lang } = useElement()
  languages.push(lang)
  const { timeZone } = useFormat()
  const { name } = useConnection() as Connection & { name: string }
  return (
    <div>
      <p id="frame">{`${lang} ${timeZone} ${name}`}</p>
      <Button look="primary">OK</Button>
      <sg-probe />
    </div>
  )
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'sg-probe': object
    }
  }
}

it('a page of ours has the kit, the language, the zone and the theme, and hands them to the elements in it', async () => {
  const own = new CSSStyleSheet()
  document.adoptedStyleSheets.push(own)
  const box = place('')
  const page = createRoot(box)
  const draw = (locale: string, theme: 'light' | 'dark') =>
    page.render(
      <PageRoot locale={locale} theme={theme} timeZone="Asia/Tokyo" connection={connection}>
        <Frame />
      </PageRoot>,
    )
  draw('zh-CN', 'dark')
  await until('the frame', () => box.querySelector('#frame')?.textContent === 'zh Asia/Tokyo page')
  equal(languages.includes('en'), false)
  const inside = () => box.querySelector('sg-probe')?.shadowRoot
  await until('the element in Chinese', () => inside()?.getElementById('hello')?.textContent === '你好')
  equal(inside()?.getElementById('zone')?.textContent, 'Asia/Tokyo')
  const colour = (element: Element | null | undefined) => element && getComputedStyle(element).color
  const dark = colour(box.querySelector('#frame'))
  equal(colour(inside()?.getElementById('hello')), dark)
  equal(document.adoptedStyleSheets.includes(own), true)
  draw('en', 'light')
  await until('English', () => inside()?.getElementById('hello')?.textContent === 'Hello')
  await until('light', () => colour(box.querySelector('#frame')) !== dark)
  page.unmount()
  document.documentElement.removeAttribute('time-zone')
  document.body.removeAttribute('theme')
  document.body.classList.remove('sg-page')
})
