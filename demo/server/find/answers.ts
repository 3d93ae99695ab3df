import type { Kysely } from 'kysely'
import { foundPage } from '../../../core/catalogue/found-pages.ts'
import { hasRight } from '../../../core/catalogue/held-rights.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import type { FoundDevice, FoundScreen } from '../../../core/contract/find.ts'
import { alarmPath } from '../../../core/rules/alarm-path.ts'
import { fitOf, folded, searchWords } from '../../../core/rules/search-words.ts'
import { findAlarms } from '../alarms/index.ts'
import { findDashboards } from '../dashboards/index.ts'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import type { Fleet, LiveDevice } from '../fleet/fleet.ts'
import { type Caller, canSee } from '../http/caller.ts'
import { openSlices } from '../limits/slices.ts'
import { findPeople } from '../people/index.ts'
import { findScreens } from '../screens/index.ts'
import { findTemplates } from '../templates/index.ts'
import { findPoints } from './points.ts'

/** Of each kind. Who does not find a thing among these types another word. */
const MOST = 5
/** Five statements beside the call itself. */
const STATEMENTS_COST = 2
/** So many devices and points are looked at in so long a time as a call takes. */
const LOOKED_OF_CALL = 5000

const NOTHING = { devices: [], points: [], screens: [], dashboards: [], templates: [], people: [], alarms: [] }

type Parts = { db: Db; fleet: Fleet }
type SeenScreen = Awaited<ReturnType<typeof findScreens>>[number]

/** What people look for by a text, wherever it is. */
export function findAnswers({ db, fleet }: Parts): Answers<Contract['find'], Caller> {
  const inSlice = openSlices()
  const seenBy = (caller: Caller) => [...fleet.devices(caller.tenant_id)].filter((device) => canSee(caller, device))

  return {
    async anything({ search }, caller) {
      const { tenant_id, may_see, gone } = caller
      const words = searchWords(search)
      if (words.length === 0) return NOTHING
      const wanted = { words, most: MOST }
      const seen = seenBy(caller)
      const open = seen.filter((device) => mayOpenDevice(caller, device))
      const named = namedSo(seen, words)
      const { points, looked } = await findPoints(open, { ...wanted, inSlice, gone })
      caller.spend?.(STATEMENTS_COST + Math.floor((seen.length + looked) / LOOKED_OF_CALL))
      return db.tenant(tenant_id, async (q) => {
        const ids = may_see === 'all' ? null : seen.map(({ device_id }) => device_id)
        return {
          devices: await asFound(q, named.filter((device) => mayOpenDevice(caller, device)).slice(0, MOST)),
          points,
          screens: mayOpen(caller, 'screen', 'drawnScreen')
            ? await screensBy(q, caller, { ...wanted, seen, named })
            : [],
          dashboards: mayOpen(caller, 'dashboard') ? await findDashboards(q, fleet, caller, wanted) : [],
          templates: mayOpen(caller, 'template') ? await findTemplates(q, caller, wanted) : [],
          people: mayOpen(caller, 'person') ? await findPeople(q, caller, wanted) : [],
          alarms: mayOpenAlarms(caller) ? await findAlarms(q, { ...wanted, devices: ids }) : [],
        }
      })
    },

    known: ({ sn_codes, screen_ids, template_ids }, caller) =>
      db.tenant(caller.tenant_id, async (q) => {
        const seen = seenBy(caller)
        // Watching a screen is to know what its device is called.
        const mayKnow = (device: LiveDevice) =>
          canSee(caller, device) && (mayOpenDevice(caller, device) || mayOpen(caller, 'screen'))
        const devices = sn_codes.flatMap((sn_code) => fleet.get(sn_code) ?? []).filter(mayKnow)
        const screens =
          screen_ids.length > 0 && mayOpen(caller, 'screen', 'drawnScreen')
            ? await findScreens(q, caller, { shown: templatesOf(seen), screen_ids, most: screen_ids.length })
            : []
        return {
          devices: await asFound(q, devices),
          screens: screens.map((screen) => onDevice(screen, seen)),
          templates: mayOpen(caller, 'template') ? await findTemplates(q, caller, { template_ids }) : [],
        }
      }),
  }
}

const mayOpen = ({ roles }: Caller, ...kinds: Parameters<typeof foundPage>[0][]): boolean =>
  kinds.some((kind) => foundPage(kind, roles) !== null)

const mayOpenAlarms = ({ roles }: Caller): boolean =>
  alarmPath((right) => hasRight(roles, right), { sn_code: '' }) !== null

const mayOpenDevice = (caller: Caller, { is_virtual }: LiveDevice) =>
  mayOpen(caller, is_virtual ? 'virtualDevice' : 'device')

/** Devices with all words in their name and SN, the best first. */
function namedSo(devices: readonly LiveDevice[], words: readonly string[]): LiveDevice[] {
  return devices
    .filter(({ sn_code, dev_alias }) => {
      const text = folded(`${sn_code}\n${dev_alias}`)
      return words.every((word) => text.includes(word))
    })
    .map((device) => ({ device, fit: Math.min(fitOf(words, device.dev_alias), fitOf(words, device.sn_code)) }))
    .sort((a, b) => a.fit - b.fit || (a.device.dev_alias < b.device.dev_alias ? -1 : 1))
    .map(({ device }) => device)
}

async function asFound(q: Kysely<Schema>, devices: readonly LiveDevice[]): Promise<FoundDevice[]> {
  if (devices.length === 0) return []
  const ids = devices.flatMap(({ group_id }) => group_id ?? [])
  const groups = await q
    .selectFrom('device_group')
    .select(['group_id', 'group_name'])
    .where('group_id', 'in', ids.length > 0 ? ids : [0])
    .execute()
  const names = new Map(groups.map(({ group_id, group_name }) => [group_id, group_name]))
  return devices.map(({ sn_code, dev_alias, dev_state, group_id, is_virtual }) => {
    return { sn_code, dev_alias, dev_state, is_virtual, group_name: names.get(group_id ?? 0) ?? '' }
  })
}

const templatesOf = (devices: readonly LiveDevice[]): number[] => [
  ...new Set(devices.flatMap(({ template_id }) => template_id ?? [])),
]

/** A screen on the first of the devices that show it. */
function onDevice(screen: SeenScreen, devices: readonly LiveDevice[]): FoundScreen {
  const device = screen.is_published ? devices.find(({ template_id }) => template_id === screen.template_id) : undefined
  return { ...screen, sn_code: device?.sn_code ?? null, dev_alias: device?.dev_alias ?? null }
}

interface ScreensWanted {
  words: readonly string[]
  most: number
  seen: readonly LiveDevice[]
  /** Those of `seen` that the words name: each has its first screen. */
  named: readonly LiveDevice[]
}

async function screensBy(q: Kysely<Schema>, caller: Caller, wanted: ScreensWanted): Promise<FoundScreen[]> {
  const { words, most, seen } = wanted
  const named = wanted.named.slice(0, most)
  const first_of = templatesOf(named)
  const screens = await findScreens(q, caller, { shown: templatesOf(seen), words, first_of, most: 2 * most })
  const ofNamed = named.flatMap((device) => {
    const first = screens.find(({ template_id, is_published }) => is_published && template_id === device.template_id)
    return first ? onDevice(first, [device]) : []
  })
  const known = new Set(ofNamed.map(({ screen_id }) => screen_id))
  const others = screens.filter(({ screen_id }) => !known.has(screen_id)).map((screen) => onDevice(screen, seen))
  return [...ofNamed, ...others].slice(0, most)
}
