import { defineElement } from '../../define/index.ts'
import { AlarmRulesView } from './AlarmRulesView.tsx'
import { api } from './api.ts'

/**
 * `<sg-alarm-rules template="1">` or `<sg-alarm-rules sn="WW0001">`: the alarm rules of a template, which all its devices
 * have, or those of one device beside its template's: listed, made, changed, turned off, tried on recorded history,
 * imported and exported.
 * A rule is edited beside the history of its point, on which its limits, dead band and delays can be dragged.
 */
export const AlarmRulesElement = defineElement('sg-alarm-rules', AlarmRulesView, api)
