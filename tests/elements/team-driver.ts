import { until } from './check.ts'
import { find, key, named, shown } from './rights-pages.ts'
import { asked, groups, TEAM } from './team-pages.ts'

/** A console with an organisation, and the ways to use its screens as a person would. */
export type Element = Awaited<ReturnType<typeof shown>>['element']
export type Answers = NonNullable<Parameters<typeof shown>[1]>
export const DONE = '100001'

export async function opened(markup: string, answers: Answers = {}, roles = TEAM) {
  const all = await shown(markup, { ...asked, ...answers }, roles)
  all.element.style.cssText = 'display: block; block-size: 600px'
  return all
}

export const node = (element: Element, id: number) => find(element, `[role=treeitem][data-id="${id}"]`)
/** The menu of a group's row, by keyboard. */
export async function openMenu(element: Element, id: number) {
  const row = await node(element, id)
  row.focus()
  await until('its button', () => row.querySelector('.tree-menu button'))
  key(row, 'ContextMenu')
}
export const names = ({ shadowRoot }: Element) =>
  Array.from(shadowRoot.querySelectorAll('[role=treeitem]'), (row) => row.getAttribute('aria-label')?.split(',')[0])
export const buttons = ({ shadowRoot }: Element) =>
  Array.from(shadowRoot.querySelectorAll('button'), ({ textContent, ariaLabel }) => ariaLabel ?? textContent?.trim())
export const offers = (element: Element, name: string) => buttons(element).includes(name)
export const middle = (target: globalThis.Element): [number, number] => {
  const { left, top, width, height } = target.getBoundingClientRect()
  return [Math.round(left + width / 2), Math.round(top + height / 2)]
}
export const wrongOf = (element: Element, field: string) =>
  until(`what is wrong with ${field}`, () => {
    const input = element.shadowRoot.querySelector(`[name=${field}]`)
    return input?.getAttribute('aria-invalid') === 'true' && input.closest('.field')?.querySelector('.field-error')
  })
export const typedIn = ({ shadowRoot }: Element, field: string) =>
  shadowRoot.querySelector<HTMLInputElement>(`[name=${field}]`)?.value
/** The boxes of these users. */
export async function choose(element: Element, ...wanted: string[]) {
  for (const name of wanted) {
    const row = await until(name, () =>
      Array.from(element.shadowRoot.querySelectorAll('.table-rows [role=row]')).find(({ textContent }) =>
        textContent?.includes(name),
      ),
    )
    row.querySelector('input')?.click()
  }
}
/** A tree that takes what it is told. */
export function moving() {
  let nodes = groups()
  return {
    'GET /yun/user/group': () => nodes,
    'PUT /yun/user/group': ({ body }: { body: Record<string, unknown> }) => {
      nodes = nodes.map((one) => (one.object.id === body.user_group_id ? { object: { ...one.object, ...body } } : one))
      return { user_group_id: body.user_group_id }
    },
  }
}

/** In the select of the dialog that is open. */
export async function pick(element: Element, option: string) {
  ;(await find(element, '.dialog .select-button')).click()
  ;(await named(element, option, '[role=option]')).click()
  await until(`${option} to be chosen`, () =>
    element.shadowRoot.querySelector('.dialog .select-value')?.textContent?.includes(option),
  )
}
