import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  openAlarms: [
    '{{count}} 条未结束的报警，最高级别：{{level}}',
    '{{count}} open alarms, the worst: {{level}}',
    '{{count}} open alarm: {{level}}',
  ],
  openAlarmsOfPoint: [
    '{{count}} 条未结束的报警，最高级别：{{level}}（{{state}}）',
    '{{count}} open alarms, the worst: {{level}} ({{state}})',
    '{{level}} alarm ({{state}})',
  ],
})
