import { AROUND, type AroundName, type Choices, COLOURS } from './choices.ts'
import { h } from './dom.ts'
import { field, segments, select } from './fields.ts'
import { t } from './text.ts'

const LABELS: Readonly<Record<string, string>> = {
  full: t.full,
  none: t.cssNone,
  hostile: t.cssHostile,
  reset: t.cssReset,
  serif: t.cssSerif,
  'zh-CN': '中文',
  en: 'English',
}
const TITLES: Record<AroundName, string> = {
  theme: t.theme,
  lang: t.language,
  dir: t.direction,
  density: t.density,
  width: t.width,
  css: t.hostCss,
  zone: t.zone,
}
/** Too many or too long for one row. */
const AS_LIST: readonly AroundName[] = ['css', 'zone', 'density']

/** The page around the element: theme, language, width, its own CSS. */
export function surroundings(choices: Choices, changed: () => void): HTMLElement {
  const controls = (Object.keys(AROUND) as AroundName[]).map((name) => {
    const labelOf = (value: string) => (name === 'css' && value === 'dark' ? t.cssDark : (LABELS[value] ?? value))
    const options = AROUND[name].map((value) => ({ value, label: labelOf(value) || t.byDefault }))
    const choose = (value: string) => {
      choices.around[name] = value
      changed()
    }
    if (!AS_LIST.includes(name)) return segments(TITLES[name], options, choices.around[name], choose)
    return field(TITLES[name], select(options, choices.around[name], choose)).view
  })
  return h('div', { class: 'knobs' }, ...controls, h('p', { class: 'field-help' }, t.motion))
}

/** A few of the tokens, as colours; each can be reset to the theme's own. */
export function colours(choices: Choices, element: () => HTMLElement | null, changed: () => void): HTMLElement {
  const rows = COLOURS.map((name) => {
    const input = h('input', { type: 'color', 'aria-label': `--sg-${name}` })
    const reset = h(
      'button',
      { type: 'button', class: 'button-plain', 'aria-label': `${t.reset} --sg-${name}` },
      t.reset,
    )
    const show = () => {
      reset.hidden = choices.colours[name] === undefined
      input.value = choices.colours[name] ?? themeColour(element(), name)
    }
    input.addEventListener('input', () => {
      choices.colours[name] = input.value
      reset.hidden = false
      changed()
    })
    // What the theme has there is known when the element is.
    input.addEventListener('pointerdown', show)
    input.addEventListener('focus', show)
    reset.addEventListener('click', () => {
      delete choices.colours[name]
      changed()
      show()
      input.focus()
    })
    show()
    return { view: h('div', { class: 'colour' }, input, h('code', {}, `--sg-${name}`), reset), show }
  })
  const view = h(
    'div',
    { class: 'colours' },
    h('p', { class: 'field-help' }, t.coloursWhy),
    ...rows.map((row) => row.view),
  )
  view.addEventListener('toggled', () => rows.forEach(({ show }) => void show()))
  return view
}

/** The kit keeps the theme's own value under a name that no page sets: for light and dark, of which its place takes one. */
function themeColour(element: HTMLElement | null, name: string): string {
  const inside = element?.shadowRoot?.querySelector('.sg-root, .base')
  if (!inside) return '#808080'
  const probe = document.createElement('i')
  probe.style.color = `var(--_${name})`
  inside.append(probe)
  const parts = getComputedStyle(probe).color.match(/\d+/g) ?? []
  probe.remove()
  return `#${parts
    .map((part) => Number(part).toString(16).padStart(2, '0'))
    .join('')
    .slice(0, 6)}`
}
