import { argon2Sync, randomBytes } from 'node:crypto'
import { Point } from '../../core/contract/device.ts'
import type { Db } from '../../demo/server/db/db.ts'
import { pointColumns } from '../../demo/server/templates/point-columns.ts'

export const PASSWORD = 'bench-device'
export const snOf = (n: number): string => `BN${String(n).padStart(5, '0')}`
export const keyOf = (n: number): string => `k${n}`

/** A hash of argon2's least cost: what a sign-in costs is no part of what is measured after it. */
function cheapHash(): string {
  const nonce = randomBytes(16)
  const cost = { memory: 8, passes: 1, parallelism: 1, tagLength: 32 }
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  const tag = argon2Sync('argon2id', { ...cost, message: PASSWORD, nonce })
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${text(nonce)}$${text(tag)}`
}

/** Devices of `keys` number points each, in the first tenant; written in bulk because the API takes them one by one. */
export async function seedDevices(db: Db, devices: number, keys: number): Promise<void> {
  const password_hash = cheapHash()
  await db.system(async (q) => {
    const { tenant_id, group_id } = await q
      .selectFrom('device_group')
      .select(['tenant_id', 'group_id'])
      .where('is_default', '=', true)
      .orderBy('tenant_id')
      .executeTakeFirstOrThrow()
    const made = Array.from({ length: devices }, (_, n) => snOf(n))
    for (let from = 0; from < devices; from += 200) {
      const now = Date.now()
      const rows = await q
        .insertInto('device')
        .values(
          made.slice(from, from + 200).map((sn_code) => ({
            tenant_id,
            sn_code,
            password_hash,
            dev_alias: sn_code,
            group_id,
            report_interval_s: 1,
            created_time: now,
            registered_time: now,
          })),
        )
        .returning('device_id')
        .execute()
      const points = rows.flatMap(({ device_id }) =>
        Array.from({ length: keys }, (_, n) => ({ tenant_id, device_id, sort: n, ...pointColumns(pointOf(n)) })),
      )
      await q.insertInto('point').values(points).execute()
    }
  })
}

const pointOf = (n: number) => Point.parse({ key: keyOf(n), name: `Point ${n}`, data_type: 'number', decimals: 0 })

/** Alarm rules for every point, by a template of all devices. Of those that publishers send, one value in a thousand is an alarm. */
export async function seedRules(db: Db, keys: number, rules: number): Promise<void> {
  if (rules === 0) return
  await db.system(async (q) => {
    const { tenant_id } = await q
      .selectFrom('device_group')
      .select('tenant_id')
      .where('is_default', '=', true)
      .orderBy('tenant_id')
      .executeTakeFirstOrThrow()
    const { template_id } = await q
      .insertInto('template')
      .values({ tenant_id, module_name: 'bench', created_time: Date.now() })
      .returning('template_id')
      .executeTakeFirstOrThrow()
    const rows = Array.from({ length: keys * rules }, (_, n) => ({
      tenant_id,
      template_id,
      key: keyOf(n % keys),
      alarm_name: `rule ${n}`,
      alarm_level: 3,
      condition: 'above' as const,
      threshold: n < keys ? 99.85 : 100 + n,
    }))
    await q.insertInto('alarm_rule').values(rows).execute()
    await q.updateTable('device').set({ template_id }).where('sn_code', 'like', 'BN%').execute()
  })
}
