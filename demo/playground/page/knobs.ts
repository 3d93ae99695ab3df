import { h, settled, withCode } from './dom.ts'
import { field, fieldId, select } from './fields.ts'
import { type Choice, devicesOf, groupsOf, pointsOf } from './guest.ts'
import type { Entry, KnobEntry } from './shape.ts'
import { t, ui } from './text.ts'

export interface Knobs {
  view: HTMLElement
  /** After an attribute was changed elsewhere: a device's points are another's. */
  refresh(): void
}

interface Turned {
  values: Readonly<Record<string, string | null>>
  set(name: string, value: string | null): void
}

interface Knob {
  view: HTMLElement
  refresh?(): void
}

/** A knob waits this long for the next key before the element follows. */
const TYPING_MS = 250

/** A knob for each attribute of an element. */
export function createKnobs(entry: Entry, console_url: string, turned: Turned): Knobs {
  const knobs = entry.knobs.map((attribute) => knobOf(attribute, console_url, turned))
  return {
    view: h('div', { class: 'knobs' }, ...knobs.map(({ view }) => view)),
    refresh: () => {
      for (const { refresh } of knobs) refresh?.()
    },
  }
}

function knobOf(attribute: KnobEntry, console_url: string, turned: Turned): Knob {
  const label = h('code', {}, attribute.name)
  const help = withCode(attribute.description)
  if (attribute.kind === 'switch') return switchKnob(attribute, turned, help)
  if (attribute.kind === 'choice') return choiceKnob(attribute, turned, label, help)
  if (attribute.kind === 'json') return jsonKnob(attribute, turned, label, help)
  return textKnob(attribute, console_url, turned, label, help)
}

function switchKnob({ name }: KnobEntry, { values, set }: Turned, help: Node[]): Knob {
  const input = h('input', { type: 'checkbox', checked: values[name] !== null && values[name] !== 'false' })
  input.addEventListener('change', () => set(name, input.checked ? '' : null))
  const line = h('p', { class: 'field-help' }, ...help)
  return { view: h('div', { class: 'field' }, h('label', { class: 'switch' }, input, h('code', {}, name)), line) }
}

function choiceKnob({ name, choices, fallback }: KnobEntry, { values, set }: Turned, label: Node, help: Node[]) {
  const words = choices.map((word) => ({ value: word, label: word }))
  const none = { value: '', label: fallback ? `${t.byDefault}: ${fallback.replaceAll(/^['"]|['"]$/g, '')}` : '—' }
  const control = select([none, ...words], values[name] ?? '', (value) => set(name, value || null))
  return { view: field(label, control, help).view }
}

function jsonKnob({ name }: KnobEntry, { values, set }: Turned, label: Node, help: Node[]): Knob {
  const control = h('textarea', { rows: 3, spellcheck: 'false', class: 'code' })
  control.value = values[name] ?? ''
  const { view, fault } = field(label, control, help)
  const read = () => {
    const text = control.value.trim()
    try {
      if (text) JSON.parse(text)
      fault(null)
      set(name, text || null)
    } catch (error) {
      fault(`${t.notJson}${(error as Error).message}`)
    }
  }
  control.addEventListener('input', settled(read, TYPING_MS))
  return { view }
}

/** Free text, so that a wrong value can be tried too; what the console has is offered. */
function textKnob(attribute: KnobEntry, console_url: string, turned: Turned, label: Node, help: Node[]): Knob {
  const { name, kind, choices, offers } = attribute
  const { values, set } = turned
  const isNumber = kind === 'number' && offers === null
  const list = h('datalist', { id: fieldId() })
  const hasList = choices.length > 0 || (offers !== null && offers !== 'points')
  const control = h('input', {
    type: 'text',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    inputmode: isNumber ? 'decimal' : null,
    list: hasList ? list.id : null,
  })
  control.value = values[name] ?? ''
  const { view, fault } = field(label, control, help)
  const offer = (found: readonly Choice[]) =>
    list.replaceChildren(...found.map(({ value, label }) => h('option', { value, label: label || null })))
  const read = () => {
    const text = control.value.trim()
    const isWrong = isNumber && text !== '' && Number.isNaN(Number(text))
    fault(isWrong ? t.notNumber : null)
    if (!isWrong) set(name, text || null)
  }
  control.addEventListener('input', settled(read, TYPING_MS))
  offer(choices.map((value) => ({ value, label: '' })))
  if (hasList) control.after(list)

  if (offers === 'device') void devicesOf(console_url).then(offer)
  if (offers === 'group') void groupsOf(console_url).then(offer)
  if (offers !== 'point' && offers !== 'points') return { view }

  const chips = h('div', { class: 'chips', role: 'group', 'aria-label': `${name}: ${t.allPoints}` })
  if (offers === 'points') view.append(chips)
  const keys = () => control.value.split(',').flatMap((key) => key.trim() || [])
  const drawChips = (points: readonly Choice[]) =>
    chips.replaceChildren(
      ...points.map(({ value, label: words }) => {
        const chip = h(
          'button',
          { type: 'button', class: 'chip', 'aria-pressed': String(keys().includes(value)) },
          words,
        )
        chip.addEventListener('click', () => {
          const others = keys().filter((key) => key !== value)
          const isChosen = others.length < keys().length
          control.value = (isChosen ? others : [...others, value]).join(',')
          chip.setAttribute('aria-pressed', String(!isChosen))
          read()
        })
        return chip
      }),
    )
  let shown: string | null = null
  const refresh = () => {
    const sn_code = values.sn ?? ''
    if (sn_code === shown) return
    shown = sn_code
    const points = sn_code ? pointsOf(console_url, sn_code, ui === 'zh') : Promise.resolve([])
    void points.then((found) => shown === sn_code && (offers === 'points' ? drawChips(found) : offer(found)))
  }
  refresh()
  return { view, refresh }
}
