import { defineElement } from '../../define/index.ts'
import { api } from './api.ts'
import { Escalations } from './Escalations.tsx'
import sheet from './escalations.css?sheet'

/**
 * `<sg-escalations tab="webhooks">`: who is notified when nobody confirms an alarm, step by step, and the webhooks by
 * which programs are notified of alarms: made, changed, tested, given a new secret, deleted. For administrators.
 */
export const EscalationsElement = defineElement('sg-escalations', Escalations, { ...api, css: [sheet] })
