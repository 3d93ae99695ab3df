import { drawBar, pageQuery } from './bar.ts'
import type { ControlEntry, Controls } from './control-shape.ts'
import { glyph, h } from './dom.ts'
import { fetchCatalogue, fetchControls } from './fetch-catalogue.ts'
import type { Entry } from './shape.ts'
import { t, ui } from './text.ts'

const GROUPS = [
  { title: t.leaves, why: t.leavesWhy, isLeaf: true },
  { title: t.screens, why: t.screensWhy, isLeaf: false },
]

const content = document.querySelector('#content') as HTMLElement

function card({ tag, about, knobs, events, states }: Entry): HTMLElement {
  const counts = [
    [knobs.length, t.knobs],
    [events.length, t.events],
    [Object.keys(states).length, t.states],
  ]
  return h(
    'li',
    { class: 'card' },
    h('a', { class: 'card-link', href: `/${tag}?${pageQuery()}` }, h('code', {}, `<${tag}>`)),
    h('p', {}, about[ui]),
    h('p', { class: 'quiet' }, counts.map(([count, word]) => `${word} ${count}`).join(' · ')),
  )
}

/** A kind of control by its outline and its name in both languages. */
function tile({ kind, names, glyph: outline }: ControlEntry): HTMLElement {
  const other = h('span', { class: 'quiet', lang: ui === 'zh' ? 'en' : 'zh-CN' }, ui === 'zh' ? names.en : names.zh)
  const link = h('a', { class: 'tile', href: `/control/${kind}?${pageQuery()}` }, glyph(outline), names[ui], ' ', other)
  return h('li', {}, link)
}

function controlSection({ categories }: Controls, kinds: readonly ControlEntry[]): HTMLElement | null {
  const groups = Object.entries(categories).flatMap(([category, names]) => {
    const own = kinds.filter((entry) => entry.category === category)
    return own.length > 0 ? [h('h3', {}, names[ui]), h('ul', { class: 'tiles' }, ...own.map(tile))] : []
  })
  const headline = h('h2', {}, t.controls, ' ', h('small', { class: 'quiet' }, t.controlsWhy))
  return groups.length > 0 ? h('section', {}, headline, ...groups) : null
}

function list(elements: readonly Entry[], controls: Controls, kinds: readonly ControlEntry[]): HTMLElement {
  const sections = GROUPS.map(({ title, why, isLeaf }) => {
    const found = elements.filter(({ is_leaf }) => is_leaf === isLeaf)
    const headline = h('h2', {}, title, ' ', h('small', { class: 'quiet' }, why))
    return found.length > 0 ? h('section', {}, headline, h('ul', { class: 'cards' }, ...found.map(card))) : null
  })
  const isFound = elements.length + kinds.length > 0
  return isFound ? h('div', {}, ...sections, controlSection(controls, kinds)) : h('p', { class: 'quiet' }, t.noMatch)
}

async function draw(): Promise<void> {
  drawBar()
  const [catalogue, controls] = await Promise.all([fetchCatalogue(), fetchControls()])
  if (!catalogue || !controls)
    return content.replaceChildren(h('div', { class: 'said', role: 'alert' }, h('p', {}, t.away)))
  const { elements, console_url } = catalogue
  const found = h('div', { role: 'region', 'aria-live': 'polite', 'aria-label': t.allElements })
  const search = h('input', { type: 'search', class: 'search', 'aria-label': t.search, placeholder: `${t.search}  /` })
  const words = () => search.value.toLowerCase().split(/\s+/)
  const matches = () =>
    elements.filter(({ tag, about, description, attributes, events }) => {
      const names = [...attributes, ...events].map(({ name }) => name)
      const all = [tag, about.zh, about.en, description, ...names].join(' ').toLowerCase()
      return words().every((word) => all.includes(word))
    })
  const matchingKinds = () =>
    controls.kinds.filter(({ kind, names }) => {
      const all = `${kind} ${names.zh} ${names.en}`.toLowerCase()
      return words().every((word) => all.includes(word))
    })
  const show = () => found.replaceChildren(list(matches(), controls, matchingKinds()))
  search.addEventListener('input', show)
  search.addEventListener('keydown', ({ key, isComposing }) => {
    const first = found.querySelector<HTMLAnchorElement>('a')
    if (key === 'Enter' && !isComposing) first?.click()
    if (key === 'ArrowDown') first?.focus()
  })
  found.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key]
    if (!step) return
    const links = Array.from(found.querySelectorAll('a'))
    const next = links[links.indexOf(document.activeElement as HTMLAnchorElement) + step]
    event.preventDefault()
    ;(next ?? (step < 0 ? search : null))?.focus()
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target instanceof HTMLInputElement) return
    event.preventDefault()
    search.focus()
  })
  show()
  content.replaceChildren(
    h('div', { class: 'lead' }, h('h1', {}, document.title), h('p', {}, t.lead)),
    h('div', { class: 'lead-row' }, search, h('a', { href: console_url }, t.console)),
    found,
  )
}

void draw()
