import { drawBar, lookOf, pageQuery } from './bar.ts'
import { type Choices, firstChoices, readChoices, writeChoices } from './choices.ts'
import { docsOf } from './docs.ts'
import { h, settled } from './dom.ts'
import { createEventLog } from './events.ts'
import { fetchCatalogue } from './fetch-catalogue.ts'
import { segments } from './fields.ts'
import { createKnobs } from './knobs.ts'
import type { Catalogue, Entry, StateName } from './shape.ts'
import { snippetPanel } from './snippet-panel.ts'
import { createStage } from './stage.ts'
import { colours, surroundings } from './surroundings.ts'
import { STATE_WORDS, t, ui } from './text.ts'

const content = document.querySelector('#content') as HTMLElement
/** Browsers count how often an address changes. */
const ADDRESS_MS = 300

function otherElements({ elements }: Catalogue, tag: string): HTMLElement {
  const links = elements.map((entry) => {
    const isHere = entry.tag === tag
    const href = `/${entry.tag}?${pageQuery()}`
    return h('li', {}, h('a', { href, 'aria-current': isHere ? 'page' : null }, entry.tag))
  })
  return h('nav', { class: 'elements', 'aria-label': t.allElements }, h('ul', {}, ...links))
}

/** How the element says that it is, beside the way in which it was brought there. */
function statePanel(entry: Entry, choices: Choices, changed: () => void) {
  const now = h('output', { class: 'now', 'aria-label': t.shows })
  const how = h('p', { class: 'how' })
  const options = (Object.keys(entry.states) as StateName[]).map((value) => ({ value, label: STATE_WORDS[value] }))
  const tellHow = () => {
    const { how: sentences = [], attributes = {} } = entry.states[choices.state] ?? {}
    const codes = Object.entries(attributes).map(([name, value]) =>
      h('code', {}, value === null ? `${name} –` : `${name}="${value}"`),
    )
    how.replaceChildren(sentences.map((words) => words[ui]).join(' '), ...codes.flatMap((code) => [' ', code]))
  }
  tellHow()
  const choose = (value: string) => {
    choices.state = value as StateName
    tellHow()
    changed()
  }
  return {
    view: h('div', { class: 'states' }, segments(t.state, options, choices.state, choose), how),
    now,
    show(state: string | null) {
      now.dataset.state = state ?? ''
      now.value = state === null ? '' : `data-sg-state="${state}"`
    },
  }
}

function draw(catalogue: Catalogue, entry: Entry): void {
  const page = { lang: ui === 'zh' ? 'zh-CN' : 'en', theme: lookOf() }
  const { choices, strange } = readChoices(new URLSearchParams(location.search), entry, page)
  const { console_url } = catalogue
  const log = createEventLog()
  const code = snippetPanel(entry, choices, console_url)
  const states = statePanel(entry, choices, changed)
  const frame = h('iframe', { src: '/stage', title: `${t.stage}: <${entry.tag}>`, class: 'stage-frame' })
  const stage = createStage(
    frame,
    entry,
    entry.events.map(({ name }) => name),
    { onEvent: log.add, onState: states.show },
  )
  const knobs = createKnobs(entry, console_url, {
    values: choices.attributes,
    set(name, value) {
      choices.attributes[name] = value
      knobs.refresh()
      changed()
    },
  })
  const keepAddress = settled(() => {
    const query = new URLSearchParams([...pageQuery(), ...writeChoices(choices, firstChoices(entry, page))])
    history.replaceState(null, '', `?${query}`)
  }, ADDRESS_MS)
  function changed() {
    stage.show(choices)
    code.show()
    keepAddress()
  }
  const palette = h('details', {}, h('summary', {}, t.colours), colours(choices, stage.element, changed))
  palette.open = Object.keys(choices.colours).length > 0
  palette.addEventListener('toggle', () => palette.lastElementChild?.dispatchEvent(new Event('toggled')))
  const reload = h('button', { type: 'button', class: 'button' }, t.reload)
  reload.addEventListener('click', stage.reload)

  content.replaceChildren(
    otherElements(catalogue, entry.tag),
    h(
      'div',
      { class: 'middle' },
      h('div', { class: 'title' }, h('h1', {}, `<${entry.tag}>`), h('p', {}, entry.about[ui])),
      ...(strange.length > 0
        ? [h('p', { class: 'note', role: 'status' }, t.strange, h('code', {}, strange.join(' & ')))]
        : []),
      h(
        'section',
        { class: 'panel stage', 'aria-label': t.stage },
        states.view,
        h('div', { class: 'stage-place' }, frame),
        h('div', { class: 'stage-foot' }, states.now, reload),
      ),
      code.view,
      log.view,
      docsOf(entry),
    ),
    h(
      'aside',
      { class: 'side', 'aria-label': t.knobs },
      h(
        'section',
        {},
        h('h2', {}, t.knobs),
        entry.knobs.length > 0 ? knobs.view : h('p', { class: 'quiet' }, t.noKnobs),
      ),
      h('section', {}, h('h2', {}, t.around), surroundings(choices, changed)),
      h('section', {}, palette),
    ),
  )
  stage.show(choices)
}

async function start(): Promise<void> {
  drawBar()
  const catalogue = await fetchCatalogue()
  const entry = catalogue?.elements.find(({ tag }) => `/${tag}` === location.pathname)
  if (catalogue && entry) draw(catalogue, entry)
  else content.replaceChildren(h('div', { class: 'said', role: 'alert' }, h('p', {}, t.away)))
}

void start()
