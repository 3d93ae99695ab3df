import { DAY_MS, HOUR_MS } from '../../core/catalogue/durations.ts'
import type { Api } from './api.ts'
import type { PlantDevice } from './catalogue.ts'
import { ensureDashboards } from './dashboards/index.ts'
import { type DeviceHistory, runTo } from './history.ts'
import type { Language } from './kind.ts'
import type { Options } from './options.ts'
import { ensureDevice, hasHistory, loadHistory, newestValues, whatIsKnown } from './provision.ts'
import { ensureScreens } from './screens/ensure-screens.ts'
import { buildWorlds, type Simulated, type World } from './simulation.ts'
import { restore } from './writes.ts'

/** Devices of the plant that stand for something; the repetitions beyond them are there for load. */
export const NAMED_DEVICES = 12
/** How long the physics run in before going live when no history is wanted. */
const RUN_IN_MS = { named: DAY_MS, repeated: 6 * HOUR_MS }
const CALLS_AT_ONCE = 6

/** Creates the templates, groups, devices, screens and dashboards that the server lacks; returns the language of its organisation. */
export async function provision(api: Api, devices: readonly PlantDevice[]): Promise<Language> {
  const known = await whatIsKnown(api)
  // The first of each kind one by one, so that no template or group is made twice.
  const first = devices.filter(({ kind }, n) => devices.findIndex((other) => other.kind === kind) === n)
  for (const device of first) await ensureDevice(api, known, device)
  await atOnce(devices, CALLS_AT_ONCE, (device) => ensureDevice(api, known, device))
  // Only a template with a device can be published.
  await ensureScreens(api, known.templates, known.language)
  await ensureDashboards(api, known.templates, known.language)
  return known.language
}

export interface Prepared {
  worlds: World[]
  /** What to load, for the devices that have no history yet. */
  histories: DeviceHistory[]
  simulatedMs: number
}

/** Runs the worlds up to now: from as far back as history is missing, else just to run in. */
export async function prepareWorlds(
  options: Options,
  api: Api | null,
  devices: readonly PlantDevice[],
): Promise<Prepared> {
  const now = Date.now()
  const named = devices.slice(0, NAMED_DEVICES)
  const start = now - Math.max(options.history * DAY_MS, RUN_IN_MS.named)
  const recorded = new Set<string>()
  const kept = new Map<string, Record<string, unknown>>()
  if (api) {
    await atOnce(named, CALLS_AT_ONCE, async ({ sn_code, kind }) => {
      const isThere = options.history === 0 || (await hasHistory(api, sn_code, kind, now - 400 * DAY_MS, now))
      if (isThere) kept.set(sn_code, await newestValues(api, sn_code))
      else recorded.add(sn_code)
    })
  }
  const began = performance.now()
  const namedStart = recorded.size > 0 ? start : now - RUN_IN_MS.named
  const namedWorlds = buildWorlds(named.length, options.seed, namedStart)
  const histories = runTo(namedWorlds, now, options.seed, recorded)
  const all = buildWorlds(devices.length, options.seed, now - RUN_IN_MS.repeated)
  const repeated = all.slice(namedWorlds.length)
  runTo(repeated, now, options.seed, new Set())
  const worlds = [...namedWorlds, ...repeated]
  for (const device of simulated(worlds)) restore(device, kept.get(device.sn_code) ?? {})
  return { worlds, histories, simulatedMs: performance.now() - began }
}

export const simulated = (worlds: readonly World[]): Simulated[] => worlds.flatMap((world) => world.devices)

/** Uploads histories one after the other; returns the number of samples. */
export async function uploadHistories(
  api: Api,
  histories: readonly DeviceHistory[],
  onDevice: (sn_code: string) => void,
): Promise<number> {
  let samples = 0
  for (const { sn_code, series } of histories) {
    onDevice(sn_code)
    samples += await loadHistory(api, sn_code, series)
  }
  return samples
}

async function atOnce<T>(items: readonly T[], many: number, work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values()
  const worker = async () => {
    for (const item of waiting) await work(item)
  }
  await Promise.all(Array.from({ length: many }, worker))
}
