import { drawBar, lookOf, pageQuery } from './bar.ts'
import {
  type ControlChoices,
  controlOf,
  documentOf,
  firstControlChoices,
  readControlChoices,
  THEMES,
  writeControlChoices,
} from './control-document.ts'
import { controlKnobs } from './control-knobs.ts'
import { type AlarmPoint, type ControlEntry, type Controls, SHOWN, type Shown } from './control-shape.ts'
import { createControlStage } from './control-stage.ts'
import { glyph, h, settled } from './dom.ts'
import { fetchControls } from './fetch-catalogue.ts'
import { field, fieldId, segments, select } from './fields.ts'
import { alarmPointOf, type Choice, devicesOf, pointsOf } from './guest.ts'
import { copy } from './snippet-panel.ts'
import { symbolLibrary } from './symbol-library.ts'
import { shownHow, shownName, t, ui } from './text.ts'

const content = document.querySelector('#content') as HTMLElement
const ADDRESS_MS = 300
const TYPING_MS = 250

function otherControls({ kinds }: Controls, kind: string): HTMLElement {
  const links = kinds.map((entry) => {
    const href = `/control/${entry.kind}?${pageQuery()}`
    return h('li', {}, h('a', { href, 'aria-current': entry.kind === kind ? 'page' : null }, entry.names[ui]))
  })
  return h('nav', { class: 'elements', 'aria-label': t.allControls }, h('ul', {}, ...links))
}

/** A text that offers what the console has. */
function offered(label: string, value: string, set: (value: string) => void) {
  const list = h('datalist', { id: fieldId() })
  const control = h('input', { type: 'text', autocomplete: 'off', spellcheck: 'false', list: list.id })
  control.value = value
  control.addEventListener(
    'input',
    settled(() => set(control.value.trim()), TYPING_MS),
  )
  const { view } = field(label, control)
  view.append(list)
  const offer = (found: readonly Choice[]) =>
    list.replaceChildren(...found.map((one) => h('option', { value: one.value, label: one.label || null })))
  return { view, offer }
}

function bindingKnobs(entry: ControlEntry, console_url: string, choices: ControlChoices, changed: () => void) {
  const paths = entry.bindable.map(({ path, names }) => ({ value: path, label: names[ui] }))
  const choosePath = (path: string) => {
    choices.path = path
    changed()
  }
  const point = offered(t.point, choices.point, (key) => {
    choices.point = key
    changed()
  })
  const offerPoints = () => void pointsOf(console_url, choices.sn, ui === 'zh').then(point.offer)
  const device = offered(t.device, choices.sn, (sn) => {
    choices.sn = sn
    offerPoints()
    changed()
  })
  void devicesOf(console_url).then(device.offer)
  offerPoints()
  const path = field(t.boundProperty, select([{ value: '', label: t.unbound }, ...paths], choices.path, choosePath))
  return h('div', { class: 'knobs' }, ...(paths.length > 0 ? [path.view] : []), device.view, point.view)
}

function statePanel(entry: ControlEntry, choices: ControlChoices, alarm: () => AlarmPoint, changed: () => void) {
  const how = h('p', { class: 'how' })
  // What nothing is bound to has an alarm of its own at most.
  const names = SHOWN.filter((shown) => entry.bindable.length > 0 || shown === 'good' || shown === 'alarm')
  const update = () => {
    const hasNone = choices.shown === 'alarm' && alarm() === null
    how.replaceChildren(hasNone ? t.noAlarm : shownHow(choices.shown))
  }
  const choose = (value: string) => {
    choices.shown = value as Shown
    update()
    changed()
  }
  const options = names.map((value) => ({ value, label: shownName(value) }))
  update()
  return { update, view: h('div', { class: 'states' }, segments(t.state, options, choices.shown, choose), how) }
}

function surroundingKnobs(choices: ControlChoices, changed: () => void): HTMLElement {
  const chooser = (title: string, options: { value: string; label: string }[], key: 'theme' | 'lang') =>
    segments(title, options, choices[key], (value) => {
      choices[key] = value
      changed()
    })
  const languages = [
    { value: 'zh-CN', label: '中文' },
    { value: 'en', label: 'English' },
  ]
  return h(
    'div',
    { class: 'knobs' },
    chooser(
      t.theme,
      THEMES.map((value) => ({ value, label: value })),
      'theme',
    ),
    chooser(t.language, languages, 'lang'),
  )
}

/** The control as a document has it, to be copied. */
function documentPanel(written: () => string) {
  const code = h('code', {})
  const said = h('span', { class: 'quiet', role: 'status' })
  const button = h('button', { type: 'button', class: 'button' }, t.copy)
  button.addEventListener('click', async () => {
    said.textContent = (await copy(code.textContent)) ? t.copied : t.notCopied
    button.focus()
  })
  const head = h('div', { class: 'panel-head' }, h('h2', {}, t.controlDocument), said, button)
  const text = h('pre', { tabindex: '0', class: 'tall', 'aria-label': t.controlDocument }, code)
  return {
    view: h('section', { class: 'panel', id: 'document' }, head, text),
    show() {
      code.textContent = written()
      said.textContent = ''
    },
  }
}

function draw(controls: Controls, entry: ControlEntry): void {
  const { console_url } = controls
  const first = firstControlChoices(entry, ui, lookOf())
  const { choices, strange } = readControlChoices(new URLSearchParams(location.search), entry, first)
  let alarm: AlarmPoint = null
  const title = `${t.stage}: ${entry.names[ui]}`
  const frame = h('iframe', { src: '/stage', title, class: 'stage-frame' })
  const stage = createControlStage(frame, title, console_url, true)
  const states = statePanel(entry, choices, () => alarm, changed)
  const document = documentPanel(() => JSON.stringify(controlOf(entry, choices, alarm), null, 2))
  const library = entry.kind === 'symbol' ? symbolLibrary(controls, entry) : null
  const keepAddress = settled(() => {
    const query = new URLSearchParams([...pageQuery(), ...writeControlChoices(choices, first, entry)])
    history.replaceState(null, '', `?${query}`)
  }, ADDRESS_MS)

  function show() {
    const control = controlOf(entry, choices, alarm)
    const { lang, theme, sn } = choices
    const drawn = (['grey', 'coloured'] as const).map((style) => ({
      title: t[style],
      document: documentOf(control, style, `${entry.names[ui]}, ${t[style]}`),
    }))
    stage.show({ lang, theme, sn, drawn })
    library?.show(choices)
    document.show()
  }
  function changed() {
    show()
    keepAddress()
    void findAlarm()
  }
  /** Alarms come and go while the page is open: it is polled until there is one. */
  async function findAlarm(): Promise<void> {
    if (alarm !== null || choices.shown !== 'alarm') return
    alarm = await alarmPointOf(console_url)
    states.update()
    if (alarm !== null) show()
  }
  const reload = h('button', { type: 'button', class: 'button' }, t.reload)
  reload.addEventListener('click', stage.reload)
  const reset = h('a', { class: 'button-plain', href: `/control/${entry.kind}?${pageQuery()}` }, t.resetControl)
  const otherName = ui === 'zh' ? entry.names.en : entry.names.zh

  content.replaceChildren(
    otherControls(controls, entry.kind),
    h(
      'div',
      { class: 'middle' },
      h(
        'div',
        { class: 'title' },
        h('h1', { class: 'kind-name' }, glyph(entry.glyph), entry.names[ui]),
        h('p', {}, h('span', { lang: ui === 'zh' ? 'en' : 'zh-CN' }, otherName), ' · ', h('code', {}, entry.kind)),
      ),
      ...(strange.length > 0
        ? [h('p', { class: 'note', role: 'status' }, t.strange, h('code', {}, strange.join(' & ')))]
        : []),
      h(
        'section',
        { class: 'panel stage', 'aria-label': t.stage },
        states.view,
        h('div', { class: 'stage-place' }, frame),
        h('div', { class: 'stage-foot' }, reset, reload),
      ),
      ...(library ? [library.view] : []),
      document.view,
    ),
    h(
      'aside',
      { class: 'side', 'aria-label': t.properties },
      h('section', {}, h('h2', {}, t.binding), bindingKnobs(entry, console_url, choices, changed)),
      ...controlKnobs(controls, entry, choices, changed),
      h('section', {}, h('h2', {}, t.around), surroundingKnobs(choices, changed)),
    ),
  )
  show()
  void findAlarm()
}

async function start(): Promise<void> {
  drawBar()
  const controls = await fetchControls()
  const entry = controls?.kinds.find(({ kind }) => `/control/${kind}` === location.pathname)
  if (controls && entry) draw(controls, entry)
  else content.replaceChildren(h('div', { class: 'said', role: 'alert' }, h('p', {}, t.away)))
}

void start()
