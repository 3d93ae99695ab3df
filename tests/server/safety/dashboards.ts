import type { TestServer } from '../server.ts'
import { done } from './ask.ts'
import { PICTURE } from './screens.ts'
import type { Person } from './tenant.ts'

let serial = 0

interface Drawn {
  /** Of this template; of the organisation without. */
  template_id?: number
  /** Nobody but its maker and the administrators sees it. */
  isHidden?: boolean
}

/** A dashboard that is drawn and saved, and what the test knows of it. */
export async function drawDashboard(server: TestServer, by: Person, { template_id, isHidden = false }: Drawn = {}) {
  const { ids, mark, dashboards } = by.tenant
  const word = isHidden ? mark.word + mark.hidden : mark.word
  const call = (name: string, input: Record<string, unknown>) => done(server, by, name, input)
  const dashboard_name = `${word}板${serial++}`
  const { dashboard_id } = await call('dashboard.create', {
    dashboard_name,
    folder_name: `${mark.word}夹`,
    template_id,
  })
  if (isHidden)
    await call('dashboard.grant', { dashboard_id, visible_to: 'chosen', user_ids: [], group_ids: [], role_ids: [] })
  const control = { control_id: 'a', kind: 'text', name: `${word}控件`, props: { text: `${word}液位` } }
  const document = { version: 1, width: 800, height: 600, controls: [control] }
  const editor_id = `editor-${String(serial++).padStart(4, '0')}`
  const draft = { document, note: `${word}改`, thumbnail: PICTURE }
  await call('dashboard.save', { dashboard_id, revision: 1, editor_id, ...draft })
  const [{ version_id }] = await call('dashboard.versions', { dashboard_id })
  if (template_id === undefined) dashboards.set(dashboard_id, { isHidden })
  ids.dashboard.push({ id: dashboard_id, isBeyond: isHidden })
  ids.dashboardVersion.push({ id: version_id, isBeyond: isHidden })
  return { dashboard_id: dashboard_id as number, version_id: version_id as number }
}

/** Dashboards of the organisation and of its devices, with whom one is shown to, and one that is the administrator's own. */
export async function fillDashboards(server: TestServer, admin: Person): Promise<void> {
  const { fixed, people } = admin.tenant
  const { dashboard_id, version_id } = await drawDashboard(server, admin)
  fixed.dashboard = dashboard_id
  fixed.dashboardVersion = version_id
  const deputy = people.find(({ who }) => who === 'administrator2') as Person
  const chosen = { user_ids: [deputy.user_id], group_ids: [fixed.inside], role_ids: [fixed.narrow] }
  await done(server, admin, 'dashboard.grant', { dashboard_id, visible_to: 'all', ...chosen })
  await done(server, admin, 'dashboard.favourite', { dashboard_id, is_favourite: true })
  await drawDashboard(server, admin, { template_id: fixed.template })
  await drawDashboard(server, admin, { isHidden: true })
}
