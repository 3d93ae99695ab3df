import type { Dashboard, DashboardVisibility } from '../../core/contract/dashboard.ts'
import { makeRole, makeUser } from './people.ts'
import { uniqueName } from './screens.ts'
import type { Reply, TestServer } from './server.ts'
import { documentOf, granted } from './shown-screens.ts'

export const PATH = '/yun/dashboard'
export const EDITOR = 'editor-0001'
/** Rights of who draws dashboards of both kinds, and of who watches them. */
export const DRAWING = ['P00000', 'P20000', 'P21200', 'P100000', 'P101200']
export const WATCHING = ['P00000', 'P20000', 'P100000']
export const NOBODY: DashboardVisibility = { visible_to: 'chosen', user_ids: [], group_ids: [], role_ids: [] }

export const codeOf = async (reply: Promise<Reply>) => (await reply).meta.code

/** The calls of dashboards, by the name of who makes them. */
export function dashboardCalls(server: TestServer) {
  const create = (overrides: object = {}, by = 'admin') =>
    server.call(by, 'POST', PATH, { dashboard_name: uniqueName('看板'), ...overrides })
  const made = (overrides: object = {}, by = 'admin'): Promise<Dashboard> => granted(create(overrides, by))
  const listed = (by = 'admin', of = 'all'): Promise<Dashboard[]> => granted(server.call(by, 'GET', PATH, { of }))
  return {
    create,
    made,
    /** With what others see. */
    shown: (overrides: object = {}, by = 'admin') => made({ document: documentOf(), ...overrides }, by),
    at: (path: string, dashboard_id: number, by = 'admin') =>
      server.call(by, 'GET', `${PATH}${path}`, { dashboard_id }),
    save: (dashboard_id: number, overrides: object = {}, by = 'admin') =>
      server.call(by, 'PUT', `${PATH}/save`, {
        dashboard_id,
        revision: 1,
        document: documentOf(),
        editor_id: EDITOR,
        ...overrides,
      }),
    listed,
    idsOf: async (by: string) => (await listed(by)).map(({ dashboard_id }) => dashboard_id),
    grant: (dashboard_id: number, to: Partial<DashboardVisibility> = {}, by = 'admin') =>
      server.call(by, 'PUT', `${PATH}/granted`, { dashboard_id, ...NOBODY, ...to }),
    /** A sub-user with a role of these rights alone. */
    async makeHolder(permissions: readonly string[], rights: object = {}) {
      const { role_id } = await makeRole(server, { permissions, ...rights })
      return { ...(await makeUser(server, { role_ids: [role_id] })), role_id }
    },
  }
}
