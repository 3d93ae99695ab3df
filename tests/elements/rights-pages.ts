import type { Givable, Role, RoleRow } from '../../core/contract/role.ts'
import { place, sg, until } from './check.ts'
import { holding, type PlayedServer, playServer } from './played-server.ts'

/** A console with roles and rights, and the ways to use its screens as a person would. */
export type Element = HTMLElement & { shadowRoot: ShadowRoot; connection: unknown }
export type Answers = Parameters<typeof playServer>[0]

const open: PlayedServer[] = []
afterEach(() => {
  for (const { connection } of open.splice(0)) connection.dispose()
  localStorage.clear()
})

export const HELD = ['P00000', 'P10000', 'P30000', 'P30100', 'P30200', 'P31000', 'P31100', 'P50000', 'P52000', 'P52100']
export const MORE = ['P53000', 'P53100', 'P53200', 'P54000']
export const givable: Givable = {
  permissions: HELD,
  device_groups: [
    { group_id: 1, parent_id: null, group_name: 'Water', may_write: true },
    { group_id: 2, parent_id: 1, group_name: 'East', may_write: true },
    { group_id: 3, parent_id: null, group_name: 'Energy', may_write: false },
  ],
  templates: [{ template_id: 7, module_name: 'Pump', may_write: true, items: [{ item_id: 1, item_name: 'Reset it' }] }],
}
export const role = (more: Partial<Role> = {}): Role => ({
  role_id: 3,
  role_name: 'Operator',
  role_type: 1,
  remarks: '',
  user_count: 0,
  is_givable: true,
  is_editable: true,
  created_time: 0,
  permissions: ['P00000', 'P10000', 'P30000'],
  device_rights: [],
  template_rights: [],
  item_rights: [],
  custom_home: null,
  dashboard_full_screen: false,
  ...more,
})
export const rowOf = ({ permissions, ...rest }: Role): RoleRow => ({ ...rest, permission_count: permissions.length })

export async function shown(markup: string, answers: Answers = {}, roles = [...HELD, ...MORE]) {
  const server = await playServer({
    ...holding(roles),
    'GET /yun/user/role': () => ({ rows: [rowOf(role())], total: 1 }),
    'GET /yun/user/role/detail': () => role(),
    'GET /yun/user/role/givable': () => givable,
    ...answers,
  })
  open.push(server)
  const box = place(markup)
  const element = sg(box, box.firstElementChild?.localName ?? '') as Element
  element.connection = server.connection
  return { server, element, box }
}

export const says = ({ shadowRoot }: Element, wanted: string) =>
  until(`"${wanted}"`, () => shadowRoot.textContent?.includes(wanted))
export const find = <Found extends HTMLElement>({ shadowRoot }: Element, selector: string) =>
  until(selector, () => shadowRoot.querySelector<Found>(selector))
export const named = ({ shadowRoot }: Element, name: string, selector = 'button, [role=menuitem]') =>
  until(`${selector} ${name}`, () =>
    Array.from(shadowRoot.querySelectorAll<HTMLElement>(selector)).find(
      ({ textContent, ariaLabel }) => textContent?.trim() === name || ariaLabel === name,
    ),
  )
/** As a person would: a button that is busy is not pressed. */
export const press = async (element: Element, name: string, selector?: string) => {
  const button = await named(element, name, selector)
  await until(`${name}, not busy`, () => !button.dataset.pending)
  button.click()
}
export const box = async (element: Element, name: string) => (await named(element, name, 'input')) as HTMLInputElement
export const code = (element: Element, id: string) => find(element, `[role=treeitem][data-id=${id}]`)
export const key = (target: globalThis.Element | null, name: string) =>
  target?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, composed: true }))
export async function type(element: Element, name: string, value: string) {
  const field = await find<HTMLInputElement>(element, `[name=${name}]`)
  const kind = field.localName === 'textarea' ? HTMLTextAreaElement : HTMLInputElement
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
export const openRow = async (element: Element, name: string) => {
  const row = await until(name, () =>
    Array.from(element.shadowRoot.querySelectorAll<HTMLElement>('.table-rows [role=row]')).find(({ textContent }) =>
      textContent?.includes(name),
    ),
  )
  row.click()
}

/** Users by operations, in every way that a box can stand. */
export const operations = (user_id: number, more: object = {}) => ({
  user_id,
  user_name: `user${user_id}`,
  name: `User ${user_id}`,
  user_type: 3,
  from_roles: [],
  direct: [],
  ...more,
})
export const operating = {
  rows: [
    operations(1, { user_type: 1 }),
    operations(2, { from_roles: ['P53100'] }),
    operations(3, { direct: ['P53100'] }),
    operations(4),
  ],
  total: 4,
}

export const rightsAnswers: NonNullable<Answers> = {
  'GET /yun/user/role': () => ({ rows: [rowOf(role()), rowOf(role({ role_id: 4, role_type: 0 }))], total: 2 }),
  'GET /yun/user/role/detail': () => role(),
  'GET /yun/user/role/givable': () => givable,
}
/** Who may change all of it. */
export const signedIn: NonNullable<Answers> = {
  ...holding([...HELD, ...MORE]),
}
