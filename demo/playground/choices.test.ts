import { expect, test } from 'vitest'
import { firstChoices, readChoices, writeChoices } from './page/choices.ts'
import type { Entry, KnobEntry } from './page/shape.ts'
import { FRAMEWORKS, snippet } from './page/snippet.ts'

const knob = (name: string, value: string | null): KnobEntry => ({
  name,
  value,
  kind: 'text',
  type: 'string',
  fallback: '',
  description: '',
  choices: [],
  offers: null,
})
const state = { base: 'http://console/', token_url: 'token/whole', attributes: {}, how: [] }
const entry: Entry = {
  tag: 'sg-pump',
  is_leaf: false,
  about: { zh: '', en: '' },
  description: '',
  height: null,
  inside: [],
  attributes: [],
  properties: [],
  events: [],
  slots: [],
  parts: [],
  css_properties: [],
  knobs: [knob('sn', 'WW0001'), knob('compact', null), knob('note', null)],
  states: { ready: state, offline: state },
}
const page = { lang: 'en', theme: 'light' }
const read = (query: string) => readChoices(new URLSearchParams(query), entry, page)
const CONSOLE = 'http://console:8080/'

test('an address keeps every choice that differs from the default', () => {
  const first = firstChoices(entry, page)
  const { choices } = read('state=offline&a.compact=&a.note=a%26b&no=sn&theme=hp&css=hostile&c.accent=%23aa0011')
  expect(choices).toMatchObject({
    state: 'offline',
    attributes: { sn: null, compact: '', note: 'a&b' },
    around: { theme: 'hp', css: 'hostile', lang: 'en' },
    colours: { accent: '#aa0011' },
  })
  expect(read(String(writeChoices(choices, first)))).toEqual({ choices, strange: [] })
  expect(String(writeChoices(first, first))).toBe('')
})

test.each([
  'state=stale',
  'state=unheard',
  'theme=<b>',
  'a.token=secret',
  'a.constructor=x',
  'no=onclick',
  'c.accent=red;x:url(//evil)',
  'c.onclick=%23aa0011',
  '__proto__=1',
  `a.note=${'x'.repeat(2001)}`,
])('an invalid choice in the address changes nothing and is reported: %s', (query) => {
  const { choices, strange } = read(query)
  expect(choices).toEqual(firstChoices(entry, page))
  expect(strange).toHaveLength(1)
})

test('a snippet has the attributes unchanged, escaped in the way of each framework', () => {
  const { choices } = read('a.compact=&a.note=%22%3Cb%3E{x}%26%27')
  const of = Object.fromEntries(FRAMEWORKS.map((framework) => [framework, snippet(framework, entry, choices, CONSOLE)]))
  expect(of.HTML).toBe(
    `<script type="module" src="http://console:8080/elements/sightglass.js"></script>

<sg-connection base-url="http://console:8080" token-url="/portal/token">
  <sg-pump sn="WW0001" compact note="&quot;&lt;b>{x}&amp;'"></sg-pump>
</sg-connection>`,
  )
  expect(of.React).toContain(String.raw`note={"\"<b>{x}&'"}`)
  expect(of.Svelte).toContain(String.raw`note={"\"<b>{x}&'"}`)
  expect(of.Vue).toContain(`note="&quot;&lt;b>{x}&amp;'"`)
  expect(of.Angular).toContain(String.raw`[attr.note]="'&quot;&lt;b>{x}&amp;\''"`)
})

test('a snippet includes the chosen theme and colours', () => {
  const { choices } = read('theme=dark&density=touch&c.accent=%23aa0011')
  const html = snippet('HTML', entry, choices, CONSOLE)
  expect(html).toContain('<sg-pump sn="WW0001" theme="dark" density="touch">')
  expect(html).toContain('sg-pump {\n  --sg-accent: #aa0011;\n}')
})
