import { h } from './dom.ts'

let fields = 0
/** Ids of controls and what describes them, unique on the page. */
export const fieldId = (): string => `field-${++fields}`

/** A control under its label, with a line below it for help or, in its place, what is wrong. */
export function field(label: Node | string, control: HTMLElement, help: readonly Node[] = []) {
  control.id ||= fieldId()
  const line = h('p', { class: 'field-help', id: `${control.id}-help` }, ...help)
  control.setAttribute('aria-describedby', line.id)
  return {
    view: h('div', { class: 'field' }, h('label', { for: control.id }, label), control, line),
    /** Null takes it away. */
    fault(said: string | null) {
      line.classList.toggle('field-fault', said !== null)
      if (said === null) control.removeAttribute('aria-invalid')
      else control.setAttribute('aria-invalid', 'true')
      line.replaceChildren(...(said === null ? help.map((node) => node.cloneNode(true)) : [said]))
    },
  }
}

/** One of a few words, in one row. */
export function segments(
  legend: string,
  options: readonly { value: string; label: string }[],
  chosen: string,
  choose: (value: string) => void,
): HTMLElement {
  const name = fieldId()
  const row = options.map(({ value, label }) => {
    const input = h('input', { type: 'radio', name, value, checked: value === chosen })
    input.addEventListener('change', () => choose(value))
    return h('label', { class: 'segment' }, input, h('span', {}, label))
  })
  return h('fieldset', { class: 'segments' }, h('legend', {}, legend), h('div', { class: 'segments-row' }, ...row))
}

export function select(
  options: readonly { value: string; label: string }[],
  chosen: string,
  choose: (value: string) => void,
): HTMLSelectElement {
  const made = h('select', {}, ...options.map(({ value, label }) => h('option', { value }, label)))
  made.value = chosen
  made.addEventListener('change', () => choose(made.value))
  return made
}
