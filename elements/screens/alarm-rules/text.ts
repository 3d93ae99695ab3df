import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  nothing: ['没有选择模板或设备', 'No template and no device is chosen'],
  nothingWhy: ['这里显示模板或一台设备的报警规则。', 'The alarm rules of a template or of one device appear here.'],
})
