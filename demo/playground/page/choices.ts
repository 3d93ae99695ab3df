import { type Entry, STATES, type StateName } from './shape.ts'

/** What the surroundings can be; the first is the page's own, and is not written into its address. */
export const AROUND = {
  theme: ['light', 'dark', 'hp', 'auto'],
  lang: ['zh-CN', 'en'],
  dir: ['ltr', 'rtl'],
  density: ['', 'compact', 'comfortable', 'touch'],
  width: ['full', '768', '390'],
  css: ['none', 'hostile', 'reset', 'serif', 'dark'],
  zone: ['', 'Asia/Shanghai', 'Europe/Berlin', 'America/New_York', 'UTC'],
} as const satisfies Record<string, readonly string[]>
export type AroundName = keyof typeof AROUND
export type Around = Record<AroundName, string>

/** Everything that a page of an element lets one choose. */
export interface Choices {
  state: StateName
  /** Null: not there. '' : there without a value. */
  attributes: Record<string, string | null>
  around: Around
  /** Colours by the name of their custom property without `--sg-`. */
  colours: Record<string, string>
}

export const COLOURS = ['accent', 'on-accent', 'surface-1', 'surface-2', 'text-1', 'text-2', 'line', 'danger'] as const
/** Of an attribute's value in the address: longer ones are no knob's. */
const LONGEST = 2000
/** Keys of the page itself. */
const PAGE_KEYS = ['ui', 'look']

/** What no token opens is forbidden at its best, and what no page of ours can open has a state of its own. */
export const bestState = ({ states }: Entry): StateName =>
  (['ready', 'forbidden', ...STATES] as const).find((state) => state in states) ?? 'ready'

export const firstChoices = (entry: Entry, page: Pick<Around, 'lang' | 'theme'>): Choices => ({
  // What no guest may see is shown as the page of a guest has it.
  state: bestState(entry),
  attributes: Object.fromEntries(entry.knobs.map(({ name, value }) => [name, value])),
  around: { theme: page.theme, lang: page.lang, dir: 'ltr', density: '', width: 'full', css: 'none', zone: '' },
  colours: {},
})

/** Reads an address: what fits changes the first choices, what does not is named in `strange`. */
export function readChoices(
  query: URLSearchParams,
  entry: Entry,
  page: Pick<Around, 'lang' | 'theme'>,
): { choices: Choices; strange: string[] } {
  const choices = firstChoices(entry, page)
  const isOf = (words: readonly string[], value: string) => words.includes(value)
  const take = (key: string, value: string): boolean => {
    if (PAGE_KEYS.includes(key)) return true
    if (key === 'state') {
      if (!isOf(STATES, value) || !entry.states[value as StateName]) return false
      choices.state = value as StateName
      return true
    }
    if (key === 'no') {
      if (!Object.hasOwn(choices.attributes, value)) return false
      choices.attributes[value] = null
      return true
    }
    if (Object.hasOwn(AROUND, key)) {
      if (!isOf(AROUND[key as AroundName], value)) return false
      choices.around[key as AroundName] = value
      return true
    }
    const name = key.slice(2)
    if (key.startsWith('a.') && Object.hasOwn(choices.attributes, name) && value.length <= LONGEST) {
      choices.attributes[name] = value
      return true
    }
    if (key.startsWith('c.') && isOf(COLOURS, name) && /^#[0-9a-f]{6}$/i.test(value)) {
      choices.colours[name] = value
      return true
    }
    return false
  }
  const strange = Array.from(query).filter(([key, value]) => !take(key, value))
  return { choices, strange: strange.map(([key, value]) => `${key}=${value}`.slice(0, 80)) }
}

/** The address of these choices: only what differs from the first ones is in it. */
export function writeChoices({ state, attributes, around, colours }: Choices, first: Choices): URLSearchParams {
  const query = new URLSearchParams()
  if (state !== first.state) query.set('state', state)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === first.attributes[name]) continue
    if (value === null) query.append('no', name)
    else query.set(`a.${name}`, value)
  }
  for (const [key, value] of Object.entries(around))
    if (value !== first.around[key as AroundName]) query.set(key, value)
  for (const [name, value] of Object.entries(colours)) query.set(`c.${name}`, value)
  return query
}
