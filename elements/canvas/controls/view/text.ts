import { defineText } from '../../../../core/text/define-text.ts'

export const text = defineText({
  example: ['示例数据', 'Example'],
  noPoints: ['未选择变量', 'No points chosen'],
  noPointsWhy: ['在属性中为此控件选择变量。', 'Choose points in the control’s properties.'],
  noDevice: ['未选择设备', 'No device chosen'],
  noDeviceWhy: [
    '请在本页的设备列表中选择设备，或在属性中指定。',
    'Choose a device in a list on this page, or in the properties.',
  ],
  unreachable: ['无法连接服务器', 'The server cannot be reached'],
  refused: ['无法读取', 'It cannot be read'],
  earlier: ['先前的数据', 'Read earlier'],
})
