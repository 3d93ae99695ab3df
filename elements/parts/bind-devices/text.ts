import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  bindTitle: ['为“{{name}}”绑定设备', 'Bind devices to {{name}}'],
  publishTitle: ['绑定设备并发布“{{name}}”', 'Bind devices and publish {{name}}'],
  bindWhy: [
    '绑定后，设备采用此模板的数据项、报警规则和画面。',
    'A bound device has the points, alarm rules and screens of the template.',
  ],
  publishWhy: [
    '画面从绑定的设备取值，因此至少绑定一台设备才能发布。选择设备，绑定后即发布。',
    'Screens show the values of a bound device, so at least one has to be bound. Choose devices: the template is published once they are.',
  ],
  devices: ['设备', 'Devices'],
  devicesHelp: ['仅列出未绑定模板的设备', 'Devices without a template'],
  choose: ['选择设备', 'Choose devices'],
  missing: ['选择至少一台设备', 'Choose at least one device'],
  search: ['搜索设备', 'Search devices'],
  searchHelp: ['共 {{count}} 台，列出前 {{most}} 台', '{{count}} devices; the first {{most}} are listed'],
  noDevices: [
    '没有可绑定的设备：先注册一台，或在设备绑定页改绑已有设备。',
    'No device is free to be bound: register one first, or rebind one on the page for binding devices.',
  ],
  mayNot: ['设备绑定后即可发布。', 'Publish once a device is bound.'],
  toBinding: ['打开设备绑定页', 'Open device binding'],
  bind: ['绑定', 'Bind'],
  publish: ['绑定并发布', 'Bind and publish'],
  notBound: ['{{name}}：{{why}}', '{{name}}: {{why}}'],
})
