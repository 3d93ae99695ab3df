import { type PlantSite, plantSites, sitesOf } from './catalogue.ts'
import type { Kind } from './kind.ts'
import { type PlantState, plantStateAt } from './plant-state.ts'
import { seedOf } from './random.ts'

/** A device that is simulated. */
export interface Simulated {
  sn_code: string
  kind: Kind
  state: { seed: number }
  world: World
}

/** A world at one time; `advance` moves all of its devices on together. */
export interface World {
  devices: Simulated[]
  /** Epoch ms that its devices are at. */
  time: number
  advance(at: PlantState): void
}

/** The worlds of the first `count` devices, at the time `start`; the last world may hold more devices than are needed. */
export const buildWorlds = (count: number, seed: number, start: number): World[] =>
  worldsAt(plantSites(count), seed, start)

/** The worlds of one repetition of the plant. */
export const buildWorldsOf = (set: number, seed: number, start: number): World[] => worldsAt(sitesOf(set), seed, start)

function worldsAt(sites: readonly PlantSite[], seed: number, start: number): World[] {
  const at = plantStateAt(start, seed)
  return sites.map(({ world: { kinds, maxStepS, build }, sn_codes }) => {
    const { states, step } = build((n) => seedOf(seed, sn_codes[n] ?? ''), at)
    const world: World = {
      devices: [],
      time: start,
      advance(now) {
        const seconds = (now.time - world.time) / 1000
        if (seconds <= 0) return
        const steps = Math.ceil(seconds / maxStepS)
        for (let i = 0; i < steps; i++) step(seconds / steps, now)
        world.time = now.time
      },
    }
    world.devices = kinds.map((kind, n) => ({
      sn_code: sn_codes[n] as string,
      kind,
      state: states[n] as { seed: number },
      world,
    }))
    return world
  })
}
