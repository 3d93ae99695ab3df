import { until } from './check.ts'
import { oneRole } from './rights-pages.ts'
import { type Answers, key, type Screen, shown } from './screen-driver.ts'
import { groups, signedIn, TEAM } from './team-pages.ts'

export const DONE = '100001'

export const opened = (markup: string, answers: Answers = {}, roles = TEAM) =>
  shown(markup, { ...oneRole, ...signedIn, ...answers }, roles, 'block-size: 600px')

export const node = (page: Screen, id: number) => page.find(`[role=treeitem][data-id="${id}"]`)
/** The menu of a group's row, by keyboard. */
export async function openMenu(page: Screen, id: number) {
  const row = await node(page, id)
  row.focus()
  await until('its button', () => row.querySelector('.tree-menu button'))
  key(row, 'ContextMenu')
}
export const names = (page: Screen) =>
  page.all('[role=treeitem]').map((row) => row.getAttribute('aria-label')?.split(',')[0])
/** The boxes of these users. */
export async function chooseUsers(page: Screen, ...wanted: string[]) {
  for (const name of wanted) (await page.row(name)).querySelector('input')?.click()
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
export async function pick(page: Screen, option: string) {
  await page.choose('.dialog', option)
  await until(`${option} to be chosen`, () =>
    page.root.querySelector('.dialog .select-value')?.textContent?.includes(option),
  )
}
