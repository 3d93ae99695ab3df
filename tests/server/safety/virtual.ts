import { writePoint } from '../../../core/rules/expression/points.ts'
import type { TestServer } from '../server.ts'
import { done } from './ask.ts'
import type { Mark } from './marks.ts'
import type { Person, Tenant } from './tenant.ts'

let serial = 0

/** The formula that takes over the level of a device. */
export const levelOf = ({ sn }: Mark, sn_code: string): string => writePoint({ sn_code, key: `${sn}.level` })

/**
 * Points that take over those of a device that is hidden, or of one that is shown. One more stands on both: who does not
 * see the hidden device sees its result and not its name.
 */
export function pointsOver({ mark, devices }: Tenant, isHidden: boolean) {
  const { word, sn } = mark
  const device = (hidden: boolean) => [...devices].find(([, one]) => one.isHidden === hidden)?.[0] ?? ''
  const [its, other] = [device(isHidden), device(true)]
  return [
    { key: `${sn}.level`, name: `${word}液位`, data_type: 'number', unit: word, formula: levelOf(mark, its) },
    {
      key: `${sn}.note`,
      name: `${word}备注`,
      data_type: 'string',
      formula: writePoint({ sn_code: its, key: `${sn}.note` }),
    },
    { key: `${sn}.both`, name: `${word}合计`, data_type: 'number', formula: `[${sn}.level] + ${levelOf(mark, other)}` },
  ]
}

/** A virtual device in the group that the sub-user and the guest see, or in the other; its SN. */
export async function addVirtualDevice(server: TestServer, by: Person, isHidden: boolean): Promise<string> {
  const { tenant } = by
  const { mark, fixed } = tenant
  const dev_alias = `${mark.word}${isHidden ? mark.hidden : ''}虚${serial++}`
  const group_id = isHidden ? fixed.hidden : fixed.shown
  const points = pointsOver(tenant, isHidden)
  const input = { dev_alias, group_id, template_id: fixed.nonstandard, points }
  const { sn_code } = await done(server, by, 'virtualDevice.create', input)
  tenant.virtualDevices.set(sn_code, { isHidden })
  for (const kind of ['virtualDevice', 'device'] as const) tenant.ids[kind].push({ id: sn_code, isBeyond: isHidden })
  return sn_code
}

/** One virtual device that everybody of the tenant sees, one that is hidden, and the template that they have. */
export async function fillVirtual(server: TestServer, admin: Person): Promise<void> {
  const { tenant } = admin
  const module_name = `${tenant.mark.word}虚拟`
  const { template_id } = await done(server, admin, 'template.create', { module_name, module_type: 'nonstandard' })
  await done(server, admin, 'template.edit', { template_id, is_public: true })
  tenant.templates.set(template_id, 'administrator')
  for (const kind of ['template', 'nonstandard'] as const) tenant.ids[kind].push({ id: template_id, isBeyond: false })
  tenant.fixed.nonstandard = template_id
  for (const isHidden of [false, true]) await addVirtualDevice(server, admin, isHidden)
}
