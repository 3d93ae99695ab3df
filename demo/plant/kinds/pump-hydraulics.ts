import { clamp } from '../physics.ts'

/** Heads are in metres of water, flows in m³/h, speeds as a part of the rated speed. */

/** Pump curve at full speed: head = SHUT_OFF_M - CURVE × flow². */
const SHUT_OFF_M = 68
const CURVE = 3.3e-4
/** The tank's foot lies this much above the pumps; the pipe to it loses PIPE × flow². */
export const LIFT_M = 28
const PIPE = 9.06e-5
/** Flow of one pump at which the next one is called in. */
const STAGE_FLOW = 210
/** The level that the automatic mode aims at, m, and how much head a missing metre calls for. */
const LEVEL_TARGET_M = 3.5
const M_PER_LEVEL_M = 10

export interface Pump {
  running: boolean
  command: boolean
  speed: number
  flow: number
  /** A */
  current: number
  temperature: number
  vibration: number
  /** m³ */
  total: number
  hours: number
}

/** How much water the automatic mode wants: more the lower the level that it sees, more the higher the setpoint. */
export function wantedFlow(setpoint: number, level: number, seenLevel: number): number {
  const head = setpoint + (LEVEL_TARGET_M - seenLevel) * M_PER_LEVEL_M - LIFT_M - level
  return Math.sqrt(Math.max(0, head) / PIPE)
}

/** Calls pumps in and out, with a margin so that none starts and stops all the time; the first in turn changes daily. */
export function stage(pumps: readonly Pump[], flow: number, day: number) {
  const now = pumps.filter((pump) => pump.command).length
  let wanted = now
  if (flow > now * STAGE_FLOW + 15) wanted = Math.min(pumps.length, Math.ceil(flow / STAGE_FLOW))
  else if (flow < 45) wanted = 0
  else if (flow < (now - 1) * STAGE_FLOW - 25) wanted = Math.ceil(flow / STAGE_FLOW)
  pumps.forEach((pump, n) => {
    pump.command = (n + day) % pumps.length < wanted
  })
}

/** The speed at which the commanded pumps together bring `flow` up to the tank. */
export function wantedSpeed(pumps: readonly Pump[], flow: number, level: number, suction: number): number {
  const running = Math.max(1, pumps.filter((pump) => pump.command).length)
  const head = LIFT_M + level + PIPE * flow ** 2 - suction
  return clamp(Math.sqrt((head + CURVE * (flow / running) ** 2) / SHUT_OFF_M), 0.6, 1)
}

/** Sets each pump's flow so that what they give is what the pipe takes; returns the head in the header where that is so. */
export function balance(pumps: readonly Pump[], level: number, suction: number): number {
  const still = LIFT_M + level
  const flowOf = (pump: Pump, head: number) =>
    pump.running ? Math.sqrt(Math.max(0, SHUT_OFF_M * pump.speed ** 2 + suction - head) / CURVE) : 0
  let low = still
  let high = SHUT_OFF_M + suction
  for (let i = 0; i < 24; i++) {
    const head = (low + high) / 2
    const all = pumps.reduce((sum, pump) => sum + flowOf(pump, head), 0)
    if (all > Math.sqrt((head - still) / PIPE)) low = head
    else high = head
  }
  for (const pump of pumps) {
    // Halving leaves a trickle of rounding; the check valve closes below 1 m³/h.
    const flow = flowOf(pump, low)
    pump.flow = flow < 1 ? 0 : flow
  }
  return low
}
