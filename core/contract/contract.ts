import { alarm } from './alarm.ts'
import { control } from './control.ts'
import { device } from './device.ts'
import { embed } from './embed.ts'
import { history } from './history.ts'
import { session, system } from './session.ts'
import { template } from './template.ts'

/** Every call there is, by domain. */
export const contract = { session, system, device, template, history, control, alarm, embed }
export type Contract = typeof contract
export type Domain = keyof Contract
