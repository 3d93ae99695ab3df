import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  template: ['模板', 'Template'],
  noTemplate: ['不使用模板', 'No template'],
  templateHelp: ['设备使用模板的变量、报警规则与画面', 'Gives the device its points, alarm rules and screens'],
})
