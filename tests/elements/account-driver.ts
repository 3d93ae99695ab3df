import { place, sg, until } from './check.ts'
import { holding, type PlayedServer, playServer, Refused } from './played-server.ts'

export { Refused }
export type Element = HTMLElement & { shadowRoot: ShadowRoot; connection: unknown }
export type Answers = NonNullable<Parameters<typeof playServer>[0]>

const TOLD = ['sg-navigate', 'sg-view-change', 'sg-account-closed', 'sg-device-open', 'sg-signed-in']
const open: PlayedServer[] = []
afterEach(() => {
  for (const { connection } of open.splice(0)) connection.dispose()
  localStorage.clear()
})

/** An element with a console of its own behind it, whose user holds these rights, and what it tells its page. */
export async function shown(markup: string, answers: Answers = {}, roles: readonly string[] = []) {
  const server = await playServer({
    ...holding(roles),
    ...answers,
  })
  open.push(server)
  const box = place(markup)
  const element = sg(box, box.firstElementChild?.localName ?? '') as Element
  const told: { type: string; detail: unknown }[] = []
  for (const type of TOLD)
    box.addEventListener(type, (event) => told.push({ type, detail: (event as CustomEvent).detail }))
  element.connection = server.connection
  return { server, element, told, box }
}

export const textOf = ({ shadowRoot }: Element) => shadowRoot.textContent ?? ''
export const says = (element: Element, wanted: string) => until(`"${wanted}"`, () => textOf(element).includes(wanted))
export const button = ({ shadowRoot }: Element, name: string) =>
  until(`a button ${name}`, () =>
    Array.from(shadowRoot.querySelectorAll('button')).find(
      ({ textContent, ariaLabel }) => textContent?.trim() === name || ariaLabel === name,
    ),
  )
/** The last of this name: a form that opens later stands further down. */
export const field = ({ shadowRoot }: Element, name: string) =>
  until(name, () => Array.from(shadowRoot.querySelectorAll<HTMLInputElement>(`input[name=${name}]`)).at(-1))
export async function type(element: Element, name: string, value: string) {
  write(await field(element, name), value)
}
export function write(input: HTMLInputElement, value: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
/** What is told at a field. */
export const toldAt = async (element: Element, name: string) => {
  const input = await field(element, name)
  const ids = (input.getAttribute('aria-describedby') ?? '').split(' ')
  return ids.map((id) => element.shadowRoot.getElementById(id)?.textContent ?? '').join('')
}
