import { type ControlChoices, getAt, setAt } from './control-document.ts'
import type { ControlEntry, ControlField, Controls } from './control-shape.ts'
import { h, settled } from './dom.ts'
import { field, fieldId, select } from './fields.ts'
import { t, ui } from './text.ts'

/** A knob waits this long for the next key before the control follows. */
const TYPING_MS = 250
/** Colours of the theme, offered where a colour is chosen. */
const TOKENS = ['text-1', 'text-2', 'surface-2', 'line-strong', 'accent', 'series-1', 'series-2', 'alarm-5']

type Read = { value: unknown } | { fault: string }

/** A knob for each property of a kind, in the sections of the drawing program. */
export function controlKnobs(controls: Controls, entry: ControlEntry, choices: ControlChoices, changed: () => void) {
  const sections = Object.entries(controls.groups).flatMap(([group, words]) => {
    const fields = entry.fields.filter((one) => one.group === group)
    if (fields.length === 0) return []
    const knobs = fields.map((one) => knobOf(one, controls, entry, choices, changed))
    return [h('section', {}, h('h2', {}, words[ui]), h('div', { class: 'knobs' }, ...knobs))]
  })
  return sections
}

function knobOf(
  one: ControlField,
  controls: Controls,
  entry: ControlEntry,
  choices: ControlChoices,
  changed: () => void,
): HTMLElement {
  const { path, type, names, choices: words } = one
  const value = getAt(choices.props, path)
  const set = (next: unknown) => {
    setAt(choices.props, path, next)
    changed()
  }
  const help = [h('code', {}, path), ...boundsOf(one)]
  if (type === 'boolean') {
    const input = h('input', { type: 'checkbox', checked: value === true })
    input.addEventListener('change', () => set(input.checked))
    const label = h('label', { class: 'switch' }, input, names[ui])
    return h('div', { class: 'field' }, label, h('p', { class: 'field-help' }, ...help))
  }
  if (words) {
    const options = words.map((word) => ({ value: JSON.stringify(word.value), label: word.names[ui] }))
    const control = select(options, JSON.stringify(value), (chosen) => set(JSON.parse(chosen)))
    return field(names[ui], control, help).view
  }
  if (entry.kind === 'symbol' && path === 'symbol') return symbolKnob(one, controls, String(value), set, help)
  return typedKnob(one, value, set, help)
}

function symbolKnob(
  { names }: ControlField,
  { symbols, symbol_categories }: Controls,
  chosen: string,
  set: (value: string) => void,
  help: Node[],
): HTMLElement {
  const groups = Object.entries(symbol_categories).map(([category, words]) => {
    const own = symbols.filter((symbol) => symbol.category === category)
    return h('optgroup', { label: words[ui] }, ...own.map(({ id, names: of }) => h('option', { value: id }, of[ui])))
  })
  const control = h('select', {}, ...groups)
  control.value = chosen
  control.addEventListener('change', () => set(control.value))
  return field(names[ui], control, help).view
}

/** Lists, corners and looks by number: as the document has them. */
const isStructure = (value: unknown): boolean => typeof value === 'object' && value !== null

function typedKnob(one: ControlField, value: unknown, set: (next: unknown) => void, help: Node[]): HTMLElement {
  const { type, names } = one
  const isJson = isStructure(value) || ['list', 'states', 'corners', 'parameters'].includes(type)
  const isNumber = type === 'number' || type === 'integer' || type === 'screen'
  const list = h('datalist', { id: fieldId() })
  const control = isJson
    ? h('textarea', { rows: 6, spellcheck: 'false', class: 'code' })
    : type === 'longtext'
      ? h('textarea', { rows: 3 })
      : h('input', {
          type: 'text',
          autocomplete: 'off',
          spellcheck: 'false',
          inputmode: isNumber ? 'decimal' : null,
          list: type === 'colour' ? list.id : null,
        })
  control.value = isJson ? JSON.stringify(value, null, 1) : value === null || value === undefined ? '' : String(value)
  const { view, fault } = field(names[ui], control, help)
  if (type === 'colour') {
    list.append(...TOKENS.map((token) => h('option', { value: `var(--sg-${token})` })))
    control.after(list)
  }
  const take = () => {
    const read = isJson
      ? readJson(control.value)
      : isNumber
        ? readNumber(one, control.value)
        : readText(one, control.value)
    fault('fault' in read ? read.fault : null)
    if ('value' in read) set(read.value)
  }
  control.addEventListener('input', settled(take, TYPING_MS))
  return view
}

function readJson(text: string): Read {
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    return { fault: `${t.notJson}${(error as Error).message}` }
  }
}

function readNumber({ isNullable, min, max }: ControlField, text: string): Read {
  const trimmed = text.trim()
  if (trimmed === '' && isNullable) return { value: null }
  const value = Number(trimmed)
  if (trimmed === '' || !Number.isFinite(value)) return { fault: t.notNumber }
  const isOut = (min !== undefined && value < min) || (max !== undefined && value > max)
  return isOut ? { fault: `${t.fromTo}: ${min ?? ''} – ${max ?? ''}` } : { value }
}

/** What a point gives may be a number, a truth or a text: it is read as people write them. */
function readText({ type, isNullable }: ControlField, text: string): Read {
  if (type !== 'value') return { value: text === '' && isNullable ? null : text }
  const trimmed = text.trim()
  if (trimmed === '') return { value: null }
  if (trimmed === 'true' || trimmed === 'false') return { value: trimmed === 'true' }
  return { value: Number.isFinite(Number(trimmed)) ? Number(trimmed) : text }
}

function boundsOf({ min, max, unit }: ControlField): Node[] {
  const span = min !== undefined && max !== undefined ? `${min} – ${max}` : ''
  const said = [span, unit ?? ''].filter((part) => part !== '').join(' ')
  return said === '' ? [] : [document.createTextNode(` ${said}`)]
}
