import { drawBar, pageQuery } from './bar.ts'
import { h } from './dom.ts'
import { fetchCatalogue } from './fetch-catalogue.ts'
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

function list(elements: readonly Entry[]): HTMLElement {
  const sections = GROUPS.map(({ title, why, isLeaf }) => {
    const found = elements.filter(({ is_leaf }) => is_leaf === isLeaf)
    const headline = h('h2', {}, title, ' ', h('small', { class: 'quiet' }, why))
    return found.length > 0 ? h('section', {}, headline, h('ul', { class: 'cards' }, ...found.map(card))) : null
  })
  return elements.length > 0 ? h('div', {}, ...sections) : h('p', { class: 'quiet' }, t.noMatch)
}

async function draw(): Promise<void> {
  drawBar()
  const catalogue = await fetchCatalogue()
  if (!catalogue) return content.replaceChildren(h('div', { class: 'said', role: 'alert' }, h('p', {}, t.away)))
  const { elements, console_url } = catalogue
  const found = h('div', { role: 'region', 'aria-live': 'polite', 'aria-label': t.allElements })
  const search = h('input', { type: 'search', class: 'search', 'aria-label': t.search, placeholder: `${t.search}  /` })
  const matches = () => {
    const words = search.value.toLowerCase().split(/\s+/)
    return elements.filter(({ tag, about, description, attributes, events }) => {
      const names = [...attributes, ...events].map(({ name }) => name)
      const all = [tag, about.zh, about.en, description, ...names].join(' ').toLowerCase()
      return words.every((word) => all.includes(word))
    })
  }
  const show = () => found.replaceChildren(list(matches()))
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
