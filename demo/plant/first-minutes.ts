import type { Simulated } from './simulation.ts'

/** What is wrong when the plant comes up; its physics put it right by themselves in the minutes after that. */
const UPSETS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  // Low for a quarter of an hour.
  WW0002: { chlorine: 0.1 },
  // Too hot for some minutes, but it does not trip.
  CR0002: { oil_temperature: 110 },
}

/** Gives who looks at the demo for the first time something to confirm. */
export function upset(devices: readonly Simulated[]) {
  for (const { sn_code, state } of devices) Object.assign(state, UPSETS[sn_code])
}
