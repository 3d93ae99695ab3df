import { type Example, FOR_USERS } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '模板或一台设备的报警规则：在历史曲线上拖动限值，试运行后保存。需要用户登录，令牌看不到它。',
    en: 'Alarm rules of a template or a device: limits are dragged on recorded history and tried before they are saved. For signed-in users; tokens are refused.',
  },
  attributes: { template: { value: '1' }, sn: { offers: 'device' } },
  states: FOR_USERS,
  height: 640,
}
