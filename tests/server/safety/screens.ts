import type { TestServer } from '../server.ts'
import { done } from './ask.ts'
import type { Person, Tenant } from './tenant.ts'

let serial = 0

/** A picture of one pixel. */
export const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const documentOf = ({ mark }: Tenant) => ({
  version: 1,
  width: 800,
  height: 600,
  controls: [{ control_id: 'a', kind: 'text', name: `${mark.word}控件`, props: { text: `${mark.word}液位` } }],
})

/** A screen that is drawn, saved and published, and what the test knows of it. */
export async function drawScreen(server: TestServer, by: Person, template_id: number) {
  const { tenant } = by
  const call = (name: string, input: Record<string, unknown>) => done(server, by, name, input)
  const screen_name = `${tenant.mark.word}画面${serial++}`
  const { screen_id } = await call('screen.create', { template_id, screen_name })
  const draft = { document: documentOf(tenant), note: `${tenant.mark.word}改`, thumbnail: PICTURE }
  const editor_id = `editor-${String(serial++).padStart(4, '0')}`
  await call('screen.lock', { screen_id, editor_id })
  await call('screen.save', { screen_id, revision: 1, editor_id, ...draft })
  await call('screen.lock', { screen_id, editor_id, release: true })
  await call('template.publish', { template_id, is_published: true })
  const versions = await call('screen.versions', { screen_id })
  tenant.ids.screen.push({ id: screen_id, isBeyond: false })
  for (const { version_id } of versions) tenant.ids.version.push({ id: version_id, isBeyond: false })
  return { screen_id: screen_id as number, version_id: versions[0].version_id as number }
}

/** The screen that the tenant's devices show, and with whom their template and one of them is shared. */
export async function fillScreens(server: TestServer, admin: Person): Promise<void> {
  const { tenant } = admin
  const { fixed, people, devices, mark } = tenant
  const { screen_id, version_id } = await drawScreen(server, admin, fixed.template)
  fixed.screen = screen_id
  fixed.version = version_id
  const deputy = people.find(({ who }) => who === 'administrator2') as Person
  await done(server, admin, 'template.share', { template_id: fixed.template, user_ids: [deputy.user_id] })
  const [sn_code] = [...devices].find(([, { isHidden }]) => !isHidden) ?? []
  await done(server, admin, 'deviceShare.share', { sn_code, user_ids: [deputy.user_id], remarks: mark.word })
  tenant.ids.offer.push({ id: await addOffer({ server }, admin, String(sn_code)), isBeyond: true })
  await done(server, admin, 'deviceListing.add', { lines: [{ sn_code: `${mark.sn}L` }] })
}

/** Offers a device to somebody who accepts nothing; the offer's id. */
export async function addOffer({ server }: { server: TestServer }, admin: Person, sn_code: string): Promise<number> {
  await done(server, admin, 'deviceTransfer.offer', { sn_code, user_id: admin.tenant.outsider.user_id })
  const { rows } = await done(server, admin, 'deviceTransfer.list', { of: 'made', search: sn_code })
  return rows[0].offer_id
}
