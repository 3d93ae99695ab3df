import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({ title: ['报警推送', 'Alarm push'] })
