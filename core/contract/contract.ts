import { alarm } from './alarm.ts'
import { control } from './control.ts'
import { device } from './device.ts'
import { embed } from './embed.ts'
import { history } from './history.ts'
import { live } from './live.ts'
import { session } from './session.ts'
import { system } from './system.ts'
import { template } from './template.ts'

/** Every call there is, by domain. */
export const contract = { session, system, device, template, history, control, alarm, embed, live }
export type Contract = typeof contract
export type Domain = keyof Contract
