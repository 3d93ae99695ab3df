import type { Kysely } from 'kysely'
import { hasRight } from '../../../core/catalogue/held-rights.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import { type BrokerAddress, enumLength, type Point } from '../../../core/contract/device.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { changedRows, writeChange } from '../audit/index.ts'
import type { Db } from '../db/db.ts'
import { hashPassword } from '../db/passwords.ts'
import type { NewRow, Schema } from '../db/schema.ts'
import type { Fleet, LiveDevice, LivePoint } from '../fleet/fleet.ts'
import { dropOffered, POINTS_A_DEVICE, WORDS_A_DEVICE } from '../fleet/offered.ts'
import type { Caller } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import type { LoginGuard } from '../limits/login-guard.ts'
import { turnOfPerson, turnOfServer } from '../limits/password-turns.ts'
import type { Sessions } from '../people/index.ts'
import { requirePointRoom } from '../quotas/index.ts'
import { closedPoints, requireOpen } from '../rights/index.ts'
import type { Settings } from '../settings.ts'
import { pointColumns, pointsOf } from '../templates/index.ts'
import {
  type AddedDevice,
  addDevices,
  changeDevice,
  requirePassword,
  takenOf,
  takeOver,
  type Unregistered,
  unregisteredOf,
} from './add-devices.ts'
import { requireRegion } from './districts.ts'
import { lockOwnDevice, ownDevice, requireReal, takenName } from './find-device.ts'
import { groupForDevice } from './group.ts'
import { isAwaitedElsewhere, listSns, mayPrepare, requireMayPrepare } from './listing.ts'
import { described, markOwnFields } from './point-fields.ts'
import { deviceDetail } from './rows.ts'

export interface DeviceEditParts {
  db: Db
  fleet: Fleet
  settings: Pick<Settings, 'PROVISIONING' | 'MQTT_URL'>
  guard: LoginGuard
  /** Where devices connect by MQTT. */
  broker: () => BrokerAddress
  /** Ends a device's connections. */
  disconnect: (sn_code: string) => void
  sessions: Pick<Sessions, 'changed' | 'regrouped'>
  now?: () => number
}

const findUnregistered = async (db: Db, { tenant_id }: Caller, sn_code: string): Promise<Unregistered | undefined> =>
  (await unregisteredOf(db, tenant_id, [sn_code]))[0]

/** Adds points to a device; of those that it has, or offers, the columns are these from now on. */
async function putPoints(q: Kysely<Schema>, rows: readonly NewRow<'point'>[]): Promise<void> {
  await q
    .insertInto('point')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'device_id', 'key']).doUpdateSet((on) => ({
        is_added: true,
        is_removed: false,
        name: on.ref('excluded.name'),
        name_en: on.ref('excluded.name_en'),
        data_type: on.ref('excluded.data_type'),
        unit: on.ref('excluded.unit'),
        decimals: on.ref('excluded.decimals'),
        access: on.ref('excluded.access'),
        write_min: on.ref('excluded.write_min'),
        write_max: on.ref('excluded.write_max'),
        enum_text: on.ref('excluded.enum_text'),
        keep_history: on.ref('excluded.keep_history'),
        two_step: on.ref('excluded.two_step'),
      })),
    )
    .execute()
}

/** Answers of the device domain that make and change devices. */
export function deviceEditAnswers({
  db,
  fleet,
  settings,
  guard,
  disconnect,
  sessions,
  now = Date.now,
}: DeviceEditParts): Pick<Answers<Contract['device'], Caller>, 'create' | 'edit' | 'register' | 'addPoints'> {
  // Verified for an SN that nobody knows, so that the answer takes as long as for one that connected.
  const nobodysHash = hashPassword('nobody', turnOfServer)

  /** Adds the device with its template's points, and takes over what it reported before. */
  async function insert(
    caller: Caller,
    device: AddedDevice,
    { action, reported }: { action: 'device-create' | 'device-register'; reported: unknown },
  ): Promise<{ sn_code: string }> {
    const { tenant_id } = caller
    const { sn_code } = device
    const [added] = await db
      .tenant(tenant_id, (q) => addDevices(q, caller, [device], action, now()))
      .catch((error) => {
        throw takenOf(error) ?? error
      })
    if (device.has_appeared) await takeOver(db, tenant_id, [{ device_id: added as number, sn_code, reported }])
    await fleet.reloadFirst(tenant_id, sn_code)
    return { sn_code }
  }

  /** Lists an SN that a registration of another organisation waits for: its device decides, by the password. */
  async function listClaim(caller: Caller, { sn_code, password }: { sn_code: string; password: string }) {
    // An external broker has passwords of its own.
    if (settings.MQTT_URL !== '') throw new ApiError('110534')
    await listSns(db, caller, [{ sn_code, password }], now())
    return { sn_code, is_listed: true }
  }

  const checkPassword = async (caller: Caller, sn_code: string, password: string, hash: string | undefined) =>
    requirePassword(guard, caller, {
      sn_code,
      password,
      hash: hash ?? (await nobodysHash),
      isKnown: hash !== undefined,
    })

  return {
    async create({ password, group_id, ...fields }, caller) {
      requireRegion(fields)
      const group = await groupForDevice(db, caller, group_id)
      const isListed = isAwaitedElsewhere(fleet, caller, fields.sn_code)
      const unregistered = isListed ? undefined : await findUnregistered(db, caller, fields.sn_code)
      if (!unregistered) requireMayPrepare(settings, caller)
      if (isListed) return listClaim(caller, { ...fields, password })
      // A device that waits with a password of its own is taken over by that password only. One that an external
      // broker let in has none that is known here.
      const known_hash = unregistered?.password_hash
      if (known_hash) await checkPassword(caller, fields.sn_code, password, known_hash)
      const password_hash = known_hash || (await hashPassword(password, turnOfPerson(caller)))
      const sn_code = unregistered?.sn_code ?? fields.sn_code
      const made = await insert(
        caller,
        {
          ...fields,
          sn_code,
          password_hash,
          behind: unregistered?.behind ?? null,
          has_appeared: unregistered !== undefined,
          group_id: group,
        },
        { action: 'device-create', reported: unregistered?.reported },
      )
      // Whoever connected under this SN until now did so with a password that is not the device's.
      if (!known_hash) disconnect(sn_code)
      return made
    },

    async register({ password, group_id, ...fields }, caller) {
      const group = await groupForDevice(db, caller, group_id)
      // Whoever may prepare none is told no more of it than of one that nobody knows.
      const isAwaited = isAwaitedElsewhere(fleet, caller, fields.sn_code)
      if (isAwaited && mayPrepare(settings, caller)) return listClaim(caller, { ...fields, password })
      const unregistered = await findUnregistered(db, caller, fields.sn_code)
      await checkPassword(caller, fields.sn_code, password, unregistered?.password_hash)
      const { sn_code, password_hash, behind, reported } = unregistered as Unregistered
      return insert(
        caller,
        { ...fields, sn_code, password_hash, behind, has_appeared: true, group_id: group },
        { action: 'device-register', reported },
      )
    },

    async edit({ sn_code, group_id, was = {}, ...changes }, caller) {
      const device = ownDevice(fleet, caller, sn_code)
      const { device_id, is_virtual } = device
      if (is_virtual && changes.report_interval_s !== undefined)
        throw new WrongField('report_interval_s', {
          zh: '虚拟设备的上报间隔由其来源设备决定',
          en: 'of a virtual device is that of the devices that it is composed of',
        })
      const group = group_id === undefined ? {} : { group_id: await groupForDevice(db, caller, group_id) }
      requireRegion(changes)
      const set = { ...changes, ...group }
      if (Object.keys(set).length > 0) {
        const sharees = await db
          .tenant(caller.tenant_id, async (q) => {
            const before = await lockOwnDevice(q, caller, device)
            requireUnchanged(caller, { was, before, set })
            return changeDevice(q, caller, before, set, now())
          })
          .catch((error) => {
            const taken = takenOf(error)
            throw taken?.code === '110534' ? takenName() : (taken ?? error)
          })
        if (group.group_id !== undefined) fleet.move(caller.tenant_id, [sn_code], group.group_id)
        await fleet.reload(sn_code)
        if (sharees.length > 0) sessions.regrouped(caller.tenant_id, sharees)
      }
      return db.tenant(caller.tenant_id, (q) => deviceDetail(q, fleet, caller, device_id))
    },

    async addPoints({ sn_code, points }, caller) {
      const { tenant_id } = caller
      const device = ownDevice(fleet, caller, sn_code)
      requireReal(device)
      const { device_id } = device
      requireFitting(device, points)
      // The last of equal keys counts: SQL takes each key of an upsert once.
      const byKey = new Map(points.map((point) => [point.key, point]))
      const rows = [...byKey.values()].map((point, i) => ({
        ...pointColumns(point),
        tenant_id,
        device_id,
        sort: device.points.size + i,
        is_added: true,
      }))
      await db.tenant(tenant_id, async (q) => {
        const { template_id } = await lockOwnDevice(q, caller, device)
        const closed = await closedPoints(q, caller, device)
        for (const [i, { key }] of points.entries()) requireOpen(closed, key, `points.${i}.key`)
        if (template_id !== null) await requireBothSteps(q, caller, { template_id, points })
        await putPoints(q, rows)
        await markOwnFields(q, device, [...byKey.keys()])
        await dropOffered(q, [device_id])
        await requirePointRoom(q, tenant_id)
        const before = [...byKey.keys()]
          .flatMap((key) => device.points.get(key) ?? [])
          .filter(({ is_added }) => is_added)
        const detail = changedRows({ points: before.map(described) }, { points: [...byKey.values()].map(described) })
        await writeChange(q, caller, { action: 'device-points', target: device.dev_alias, detail }, now())
      })
      await fleet.reload(sn_code)
      return db.tenant(tenant_id, (q) => deviceDetail(q, fleet, caller, device_id))
    },
  }
}

interface Edit {
  /** What the caller saw before. */
  was: Readonly<Record<string, unknown>>
  before: Readonly<Record<string, unknown>>
  set: Readonly<Record<string, unknown>>
}

/** Refuses with 100027, at its field, what somebody else has changed to something else since the caller saw it. */
export function requireUnchanged({ lang }: Caller, { was, before, set }: Edit): void {
  const isAs = (field: string, other: Readonly<Record<string, unknown>>) =>
    JSON.stringify(before[field]) === JSON.stringify(other[field])
  const isChanged = (field: string) => field in was && !isAs(field, was) && !isAs(field, set)
  const fields = Object.keys(set).filter(isChanged)
  if (fields.length === 0) return
  const message = { zh: '他人已修改此项', en: 'was changed by somebody else meanwhile' }[lang]
  throw new ApiError('100027', { fields: fields.map((field) => ({ field, message })) })
}

/** It is people's: it has a history, also while it is removed. */
const isKept = ({ is_added, is_removed }: LivePoint) => is_added || is_removed

/**
 * Refuses more points, or words of enums, than a device may have, where offered points make room, and another type for a point
 * whose history has its type.
 */
function requireFitting({ points: its }: LiveDevice, points: readonly Point[]): void {
  const added = [...its].filter(([, point]) => isKept(point))
  const after = new Map<string, Pick<Point, 'enum_text'>>(added)
  for (const point of points) after.set(point.key, point)
  if (enumLength(after.values()) > WORDS_A_DEVICE) {
    throw new WrongField('points', {
      zh: `一台设备的枚举文本合计最多 ${WORDS_A_DEVICE} 个字符`,
      en: `a device may have at most ${WORDS_A_DEVICE} characters of words of enums`,
    })
  }
  if (after.size > POINTS_A_DEVICE) {
    throw new WrongField('points', {
      zh: `一台设备最多 ${POINTS_A_DEVICE} 个数据项`,
      en: `a device may have at most ${POINTS_A_DEVICE} points`,
    })
  }
  for (const [i, { key, data_type }] of points.entries()) {
    const known = its.get(key)
    if (!known || !isKept(known) || known.data_type === data_type) continue
    throw new WrongField(`points.${i}.data_type`, {
      zh: `已有历史的数据项类型为 ${known.data_type}，不能更改`,
      en: `must stay ${known.data_type}: the point's history has that type`,
    })
  }
}

/** Refuses to write a template's point in one step that is written in two, to whoever may not change the template. */
async function requireBothSteps(
  q: Kysely<Schema>,
  { roles }: Caller,
  { template_id, points }: { template_id: number; points: readonly Point[] },
): Promise<void> {
  if (points.every(({ two_step }) => two_step) || hasRight(roles, 'P41000')) return
  const its = new Set((await pointsOf(q, template_id)).flatMap(({ key, two_step }) => (two_step ? [key] : [])))
  const at = points.findIndex(({ key, two_step }) => !two_step && its.has(key))
  if (at >= 0)
    throw new WrongField(`points.${at}.two_step`, {
      zh: '模板规定此数据项两步写入，只有能编辑模板的用户可以取消',
      en: 'must stay on, as the template has it: only who may edit templates takes it off',
    })
}
