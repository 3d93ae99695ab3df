import { place, sg, until } from './check.ts'
import { type Answers, holding, type PlayedRequest, type PlayedServer, playServer } from './played-server.ts'

export { type Answers, Refused } from './played-server.ts'
export type Element = HTMLElement & { shadowRoot: ShadowRoot; connection: unknown }

const screens = import.meta.glob('../../elements/screens/*/index.ts')
/** Not in a test's own chunk: the runner loads that under a second address, and what loads later would find a copy. */
export async function loadScreens(markup: string) {
  for (const [, name] of markup.matchAll(/<sg-([a-z-]+)/g)) await screens[`../../elements/screens/${name}/index.ts`]?.()
}

const open: PlayedServer[] = []
/** Closes its connection after the test. */
export const closing = (server: PlayedServer) => {
  open.push(server)
  return server
}
afterEach(() => {
  for (const { connection } of open.splice(0)) connection.dispose()
  localStorage.clear()
})

const TOLD = [
  'sg-account-closed',
  'sg-alarm-open',
  'sg-design',
  'sg-device-open',
  'sg-navigate',
  'sg-point-select',
  'sg-recovered',
  'sg-registered',
  'sg-signed-in',
  'sg-simulated',
  'sg-span-open',
  'sg-view-change',
  'sg-write-done',
]
const PRESSED = 'button, [role=menuitem], [role=menuitemcheckbox], [role=tab], [role=option]'
const ROW = '.table-rows [role=row]'

/** An element on its page with a console of its own behind it, used as a person would. */
export class Screen {
  readonly server: PlayedServer
  readonly box: HTMLElement
  readonly element: Element
  /** Events that it sent its page, in order. */
  readonly events: { type: string; detail: Record<string, unknown> }[] = []

  constructor(server: PlayedServer, box: HTMLElement, selector = '*') {
    this.server = server
    this.box = box
    this.element = sg(box, selector) as Element
    for (const type of TOLD)
      this.box.addEventListener(type, (event) => this.events.push({ type, detail: (event as CustomEvent).detail }))
    this.element.connection = server.connection
  }
  get root() {
    return this.element.shadowRoot
  }
  get state() {
    return this.element.dataset.sgState
  }
  get text() {
    return this.root.textContent ?? ''
  }
  /** The element that has the focus. */
  get focused() {
    return this.root.activeElement as HTMLElement | null
  }
  get answers() {
    return this.server.answers
  }
  requestsOf(call: string) {
    return this.server.requestsOf(call)
  }
  /** The nth request of a call, once it came. */
  requested(call: string, nth = 0): Promise<PlayedRequest> {
    return until(`${call}, ${nth + 1} times`, () => this.requestsOf(call)[nth])
  }
  /** What was sent with each request of a call. */
  bodies(call: string) {
    return this.requestsOf(call).map(({ body }) => body)
  }

  /** All of it, in any order. */
  async says(...wanted: string[]) {
    for (const words of wanted)
      await until(
        () => `"${words}" in "${this.text}"`,
        () => this.text.includes(words),
      )
  }
  isIn(state: string) {
    return until(
      () => `${state}, is ${this.state}`,
      () => this.state === state,
    )
  }
  all<Found extends HTMLElement = HTMLElement>(selector: string) {
    return [...this.root.querySelectorAll<Found>(selector)]
  }
  texts(selector: string) {
    return this.all(selector).map(({ textContent }) => textContent)
  }
  find<Found extends HTMLElement = HTMLElement>(selector: string) {
    return until(selector, () => this.root.querySelector<Found>(selector))
  }
  gone(selector: string) {
    return until(`no ${selector}`, () => !this.root.querySelector(selector))
  }
  /** The first that has these words in it. */
  having<Found extends HTMLElement = HTMLElement>(selector: string, words: string) {
    return until(`${selector} with ${words}`, () =>
      this.all<Found>(selector).find(({ textContent }) => textContent?.includes(words)),
    )
  }
  named(name: string, selector = PRESSED) {
    return until(`${selector} ${name}`, () =>
      this.all(selector).find(({ textContent, ariaLabel }) => textContent?.trim() === name || ariaLabel === name),
    )
  }
  async button(name: string) {
    return (await this.named(name, 'button')) as HTMLButtonElement
  }
  async input(name: string) {
    return (await this.named(name, 'input')) as HTMLInputElement
  }
  /** One after the other, as a person would: a button that is busy is not pressed. */
  press(...names: string[]) {
    return this.pressIn(undefined, ...names)
  }
  async pressIn(selector: string | undefined, ...names: string[]) {
    for (const name of names) {
      const found = await this.named(name, selector)
      await until(`${name}, not busy`, () => !found.dataset.pending)
      found.click()
    }
  }
  /** By the menu of a row or a card. */
  menu(of: string, entry: string) {
    return this.press(`Actions of ${of}`, entry)
  }
  get buttons() {
    return this.all('button').map(({ textContent, ariaLabel }) => ariaLabel ?? textContent?.trim())
  }
  offers(name: string) {
    return this.buttons.includes(name)
  }

  row(words = '') {
    return this.having(ROW, words)
  }
  async openRow(words = '') {
    ;(await this.row(words)).click()
  }

  /** The last of this name: a form that opens later stands further down. */
  field(name: string) {
    return until(name, () => this.all<HTMLInputElement>(`[name=${name}]`).at(-1))
  }
  async typedIn(name: string) {
    return (await this.field(name)).value
  }
  async type(name: string, value: string) {
    write(await this.field(name), value)
  }
  async fill(values: Record<string, string>) {
    for (const [name, value] of Object.entries(values)) await this.type(name, value)
  }
  /** The message at a field. */
  async messageAt(name: string) {
    const ids = ((await this.field(name)).getAttribute('aria-describedby') ?? '').split(' ')
    return ids.map((id) => this.root.getElementById(id)?.textContent ?? '').join('')
  }
  wrongOf(name: string) {
    return until(`what is wrong with ${name}`, () => {
      const input = this.root.querySelector(`[name=${name}]`)
      return input?.getAttribute('aria-invalid') === 'true' && input.closest('.field')?.querySelector('.field-error')
    })
  }
  /** A field by the words above it. */
  labelled(label: string) {
    return until(`a field ${label}`, () =>
      this.all('.field').find(
        (one) => one.querySelector('.field-label, .sg-hidden-visually')?.textContent?.trim() === label,
      ),
    )
  }
  /** Of the options of a field, by its label or a selector: the one of these words, else the first that has them in it. */
  async choose(of: string, option: string) {
    const field = of.startsWith('.') ? await this.find(of) : await this.labelled(of)
    field.querySelector<HTMLElement>('.select-button')?.click()
    const chosen = await until(`the option ${option}`, () => {
      const options = this.all('[role=option]')
      return (
        options.find(({ textContent }) => textContent?.trim() === option) ??
        options.find(({ textContent }) => textContent?.includes(option))
      )
    })
    chosen.click()
  }
}

/** An element whose user holds these rights. */
export async function shown(markup: string, answers: Answers = {}, roles: readonly string[] = [], style = '') {
  await loadScreens(markup)
  const screen = new Screen(closing(await playServer({ ...holding(roles), ...answers })), place(markup))
  if (style) screen.element.style.cssText = `display: block; ${style}`
  return screen
}

/** Details of one event so far. */
export function heard(box: EventTarget, type: string) {
  const details: unknown[] = []
  box.addEventListener(type, (event) => details.push((event as CustomEvent).detail))
  return details
}
export const key = (target: globalThis.Element | null, name: string) =>
  target?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, composed: true }))
/** As typing does it: React takes over what stands in a field from its event. */
export function write(input: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, value: string) {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event(input.localName === 'select' ? 'change' : 'input', { bubbles: true }))
}
export function upload(input: HTMLInputElement, ...files: File[]) {
  const transfer = new DataTransfer()
  for (const file of files) transfer.items.add(file)
  input.files = transfer.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}
/** The middle of something, for the pointer. */
export const middle = (target: globalThis.Element): [number, number] => {
  const { left, top, width, height } = target.getBoundingClientRect()
  return [Math.round(left + width / 2), Math.round(top + height / 2)]
}
