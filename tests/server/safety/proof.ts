import type { TestServer } from '../server.ts'
import { anothersIn, newMark } from './marks.ts'
import type { Plant } from './plant.ts'
import { changeIn, printOf } from './prints.ts'
import { STEPS, type StepName } from './steps.ts'
import { picker, type SweepOptions, type Swept, sweep } from './sweep.ts'
import type { Person, Tenant } from './tenant.ts'
import { wrongTotals } from './totals.ts'
import { watch } from './watchers.ts'
import { openWorld, type World } from './world.ts'

export interface RandomStep {
  name: StepName
  tenant: number
  /** By the administrator2 instead of the administrator. */
  isDeputy: boolean
  seed: number
}

/** After so many steps everybody asks, each one in so many calls. */
const STEPS_BETWEEN = 12
const PART = 10
/** Things picked by chance may be gone: calls that have to answer something are repeated so often. */
const TRIES = 8

/** What stands outside of the contract, open to all. */
const OPEN = ['/metrics', '/healthz', '/readyz', '/openapi.json']

async function walk(world: World, { name, tenant: n, isDeputy, seed }: RandomStep): Promise<void> {
  const pick = picker(seed)
  const tenant = world.tenants[n % world.tenants.length] as Tenant
  const by = tenant.people[isDeputy ? 1 : 0] as Person
  const side = isDeputy ? 'inside' : (pick(['inside', 'outside'] as const) ?? 'inside')
  await STEPS[name]({ world, tenant, by, side, pick })
}

/**
 * Takes the steps in a world of its own while everybody looks and listens; returns all that somebody should not have
 * seen. At the end everybody makes one in `oneInAtEnd` calls.
 */
export async function leaksOf(
  server: TestServer,
  plant: Plant,
  steps: readonly RandomStep[],
  { seed, oneInAtEnd, marked = [] }: { seed: number; oneInAtEnd: number; marked?: readonly string[] },
) {
  const world = await openWorld(server, plant)
  const watching = await watch(world)
  const leaks: string[] = []
  const seen = new Set<string>()
  let requests = 0
  const look = async (sweepNow: typeof sweep, oneIn: number) => {
    const swept = await sweepNow(world, { seed: seed + requests, oneIn })
    leaks.push(...swept.leaks, ...(await watching.listen()), ...(await wrongTotals(world)))
    for (const one of swept.seen) seen.add(one)
    requests += swept.requests
  }
  try {
    for (const [i, step] of steps.entries()) {
      await walk(world, step).catch((error) => leaks.push(`${step.name} was not done: ${error.message}`))
      if (i % STEPS_BETWEEN === STEPS_BETWEEN - 1) await look(sweep, PART)
    }
    await look(sweepGuarded, oneInAtEnd)
    const askers = world.people.filter(({ who }) => who === 'administrator')
    for (let i = 0; i < TRIES; i++) {
      const only = marked.filter((name) => !seen.has(`administrator ${name}`))
      if (only.length === 0) break
      const swept = await sweep(world, { seed: seed + requests + i, only, askers })
      leaks.push(...swept.leaks)
      for (const one of swept.seen) seen.add(one)
    }
  } finally {
    watching.end()
  }
  for (const url of OPEN) {
    const part = anothersIn((await server.app.inject(url)).body, newMark(), [])
    if (part !== null) leaks.push(`${url} reveals a tenant: ${part}`)
  }
  for (const defect of server.defects.splice(0)) leaks.push(`a defect: ${defect}`)
  return { leaks, seen, requests }
}

/** Everybody asks, tenant by tenant, and no other tenant is another afterwards. */
async function sweepGuarded(world: World, options: SweepOptions): Promise<Swept> {
  const swept: Swept = { leaks: [], seen: new Set(), requests: 0 }
  for (const tenant of new Set(world.people.map((person) => person.tenant))) {
    const others = world.tenants.filter((other) => other !== tenant)
    const prints = () => Promise.all(others.map(({ tenant_id }) => printOf(world.server.db, tenant_id)))
    const before = await prints()
    const part = await sweep(world, { ...options, askers: tenant.people })
    swept.leaks.push(...part.leaks)
    swept.requests += part.requests
    for (const one of part.seen) swept.seen.add(one)
    const after = await prints()
    others.forEach(({ tenant_id }, i) => {
      const change = changeIn(before[i] ?? {}, after[i] ?? {})
      if (change) swept.leaks.push(`tenant ${tenant.tenant_id} changed ${tenant_id}: ${change}`)
    })
  }
  return swept
}
