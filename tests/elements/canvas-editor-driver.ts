import { sendKeys, sendMouse, setViewport } from '@web/test-runner-commands'
import { type Answers, editorAnswers } from './canvas-pages.ts'
import { place, sg, until } from './check.ts'
import { type PlayedServer, playServer } from './played-server.ts'

// Beside the tests' own chunk: chunks of the element that are fetched later must not fetch that one again.
await import('../../elements/screens/canvas-editor/index.ts')
await import('../../elements/screens/dashboard-editor/index.ts')

// The whole editor is in sight, with what opens beside it.
await setViewport({ width: 1240, height: 720 })

export { box, documentOf, editorAnswers, lockOf, OTHER } from './canvas-pages.ts'
export { control, screen } from './shown-screens.ts'
export type Editing = HTMLElement & { shadowRoot: ShadowRoot; connection: unknown }

const open: PlayedServer[] = []
afterEach(() => {
  for (const { connection } of open.splice(0)) connection.dispose()
  sessionStorage.clear()
  localStorage.clear()
})

export async function edit(
  answers: Answers = editorAnswers(),
  attributes = 'screen="12"',
  tag: 'sg-canvas-editor' | 'sg-dashboard-editor' = 'sg-canvas-editor',
) {
  const server = await playServer(answers)
  open.push(server)
  const markup = `<${tag} ${attributes} lang="en" style="display: block; width: 1180px; height: 560px"></${tag}>`
  const element = sg(place(markup), tag) as Editing
  element.connection = server.connection
  return { server, element }
}

export const find = <Found extends HTMLElement = HTMLElement>(element: Editing, selector: string) =>
  until(selector, () => element.shadowRoot.querySelector<Found>(selector))
/** The drawing, with its handles. */
export const boardOf = (element: Editing) => find(element, '.stage-board[data-hands]')
export const named = (element: Editing, role: string, name: string | RegExp) =>
  until(`${role} ${name}`, () =>
    [...element.shadowRoot.querySelectorAll<HTMLElement>(role)].find((one) => {
      const said = one.getAttribute('aria-label') ?? one.textContent ?? ''
      return typeof name === 'string' ? said === name : name.test(said)
    }),
  )
export const press = async (element: Editing, role: string, name: string | RegExp) =>
  (await named(element, role, name)).click()

/** What was sent last, once something was. */
export const savedControls = async (server: PlayedServer, accepts: (controls: Saved[]) => boolean) =>
  until('the screen is saved so', () => {
    const controls = controlsOf(server)
    return controls && accepts(controls) && controls
  })
export type Saved = Record<string, unknown> & {
  control_id: string
  kind: string
  x: number
  y: number
  width: number
  height: number
  angle: number
}
const SAVES = ['PUT /yun/module/view/document', 'PUT /yun/dashboard/save']
/** The document that was sent last. */
export const documentIn = (server: PlayedServer) =>
  SAVES.flatMap((call) => server.requestsOf(call)).at(-1)?.body.document as
    | { controls: Saved[]; [field: string]: unknown }
    | undefined
export const controlsOf = (server: PlayedServer) => documentIn(server)?.controls

/** Where a spot of the document is on the page, px, once the drawing stands still. */
export async function onPage(element: Editing, x: number, y: number): Promise<[number, number]> {
  const board = await boardOf(element)
  const layer = board.querySelector<HTMLElement>('.screen-layer') as HTMLElement
  const read = /^scale\((.+)\) translate\((.+)px, (.+)px\)$/
  let before = ''
  const [zoom = 1, right = 0, down = 0, left = 0, top = 0] = await until('the page has its place', () => {
    const [, ...transform] = read.exec(layer.style.transform)?.map(Number) ?? []
    const { left, top } = board.getBoundingClientRect()
    const place = [...transform, left, top]
    const isStill = before === String(place)
    before = String(place)
    return transform.length === 3 && transform[0] !== 1 && isStill && place
  })
  return [Math.round(left + (x + right) * zoom), Math.round(top + (y + down) * zoom)]
}

/** A key with Ctrl held. */
export async function withCtrl(key: string) {
  await sendKeys({ down: 'Control' })
  await sendKeys({ press: key })
  await sendKeys({ up: 'Control' })
}

export async function drag(element: Editing, from: [number, number], to: [number, number], offset = 0) {
  const [begin, end] = [await onPage(element, ...from), await onPage(element, ...to)]
  begin[1] += offset
  await sendMouse({ type: 'move', position: begin })
  await sendMouse({ type: 'down' })
  const half: [number, number] = [Math.round((begin[0] + end[0]) / 2), Math.round((begin[1] + end[1]) / 2)]
  await sendMouse({ type: 'move', position: half })
  await sendMouse({ type: 'move', position: end })
  await sendMouse({ type: 'up' })
}
export async function clickAt(element: Editing, x: number, y: number) {
  await sendMouse({ type: 'click', position: await onPage(element, x, y) })
}
export const selected = (element: Editing, words: string) =>
  until(words, () => element.shadowRoot.querySelector('.stage .stage-said[aria-live]')?.textContent === words)
