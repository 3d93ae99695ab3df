import { writePoint } from '../../../core/rules/expression/points.ts'
import { png } from '../files.ts'
import type { TestServer } from '../server.ts'
import { done } from './ask.ts'
import { base64 } from './files.ts'
import type { Kind } from './inputs.ts'
import type { Mark } from './marks.ts'
import type { Person, Tenant } from './tenant.ts'

/** A screen that shows a picture, and one point of the device that it is opened for. */
const boundTo = ({ word, sn }: Mark, resource_id: number) => ({
  version: 1,
  width: 100,
  height: 100,
  controls: [
    { control_id: 'a', kind: 'value', name: word, bindings: { value: { expression: `[${sn}.note]` } } },
    { control_id: 'b', kind: 'picture', name: word, props: { picture: `gallery/${resource_id}` } },
  ],
})

/** The device that a tenant's link is for. */
export const sharedDevice = (devices: Tenant['devices']): string | undefined =>
  [...devices].find(([, { isHidden }]) => !isHidden)?.[0]

/** Something of the gallery, a data source, and a link that somebody without an account has open. */
export async function fillGallery(server: TestServer, admin: Person): Promise<{ dashboard_id: number }> {
  const { tenant } = admin
  const know = (kind: Kind, id: number) => tenant.ids[kind].push({ id, isBeyond: false })
  const { mark, fixed, devices } = tenant
  const { word, sn } = mark
  const call = (name: string, input: Record<string, unknown>) => done(server, admin, name, input)
  const { template } = fixed
  const resource_type = 'picture'
  const { category_id } = await call('resource.createCategory', { resource_type, category_name: `${word}类` })
  fixed.category = category_id
  know('category', category_id)
  const files = [{ name: `${word}.png`, content: base64(png()) }]
  const { resource_id } = await call('resource.upload', {
    resource_type,
    resource_name: `${word}图`,
    category_id,
    files,
  })
  fixed.resource = resource_id
  know('resource', resource_id)
  // A group that shows it too.
  const control = { control_id: 'a', kind: 'picture', x: 0, y: 0, width: 9, height: 9 }
  const group = { width: 9, height: 9, controls: [{ ...control, props: { picture: `gallery/${resource_id}` } }] }
  const grouped = { resource_type: 'group', resource_name: `${word}组` }
  const made = await call('resource.upload', {
    ...grouped,
    files: [{ name: 'group.json', content: base64(JSON.stringify(group)) }],
  })
  know('resource', made.resource_id)
  // And one that no screen shows.
  const unseen = { resource_type, resource_name: `${word}图二`, files }
  const { resource_id: other } = await call('resource.upload', unseen)
  tenant.ids.resource.push({ id: other, isBeyond: true })
  const points = [{ key: `${sn}.level`, aggregation: 'average' }]
  const source = { template_id: template, middleware_name: `${word}源`, points }
  const { middleware_id } = await call('middleware.create', source)
  fixed.middleware = middleware_id
  know('middleware', middleware_id)

  const screen = { template_id: template, screen_name: `${word}分享`, document: boundTo(mark, resource_id) }
  const { screen_id } = await call('screen.create', screen)
  know('screen', screen_id)
  await call('template.publish', { template_id: template, is_published: true })
  const sn_code = sharedDevice(devices)
  const { link, share } = await call('shareLink.create', { screen_id, sn_code, name: `${word}链接` })
  fixed.link = link.link_id
  know('link', link.link_id)
  const { address } = admin
  const visit = async (opening: string, link_id: number, share: string) => {
    const { token } = await done(server, { token: null, address, agent: word }, opening, { share })
    tenant.people.push({ who: 'visitor', tenant, token, address, user_id: 0, link_id })
  }
  await visit('shareLink.open', link.link_id, share)

  const drawn = boundTo(mark, resource_id)
  // For whom no device is named, too.
  const expression = writePoint({ sn_code: sn_code ?? '', key: `${sn}.note` })
  const fixedOne = { control_id: 'c', kind: 'value', name: word, bindings: { value: { expression } } }
  const document = { ...drawn, width: 800, controls: [...drawn.controls, fixedOne] }
  const { dashboard_id } = await call('dashboard.create', { dashboard_name: `${word}分享板`, document })
  tenant.dashboards.set(dashboard_id, { isHidden: false })
  know('dashboard', dashboard_id)
  const [{ version_id }] = await call('dashboard.versions', { dashboard_id })
  know('dashboardVersion', version_id)
  const ofDashboard = await call('shareLink.create', { dashboard_id, sn_code, name: `${word}板链接` })
  know('link', ofDashboard.link.link_id)
  await visit('sharedDashboard.open', ofDashboard.link.link_id, ofDashboard.share)
  return { dashboard_id }
}

/** The token of a visitor, as the page renews it. */
export const renewed = (
  { shares }: TestServer,
  { tenant: { tenant_id, fixed }, link_id = fixed.link }: Person,
): string => shares.tokenFor({ tenant_id, link_id }, Date.now()).token

/** What of the own tenant a visitor is not to hear of: every point but the one that the screen binds, unless `points` has it. */
export const isBeyondLink = (text: string, { sn }: Mark): boolean =>
  [`${sn}.level`, `${sn}.set`, `${sn}.extra`].some((key) => text.replaceAll(`没有数据项 ${key}`, '').includes(key))
