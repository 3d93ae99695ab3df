import { defineText } from '../../../core/text/define-text.ts'

/** The frame of the device monitor; each tab keeps its own words beside it. */
export const text = defineText({
  tabs: ['设备视图', 'Device views'],
  values: ['实时数据', 'Values'],
  history: ['历史列表', 'History'],
  curve: ['历史曲线', 'Curve'],
  alarms: ['历史报警', 'Alarms'],
  rules: ['报警规则', 'Alarm rules'],
  operations: ['操作记录', 'Operations'],
  log: ['设备日志', 'Log'],
  track: ['GPS 轨迹', 'Track'],
  noDevice: ['未选择设备', 'No device chosen'],
  noDeviceWhy: [
    '在这里查看一台设备的实时数据、历史、报警与操作。请设置 sn 属性。',
    'A device’s values, history, alarms and operations are seen here. Set the attribute sn.',
  ],
  missingWhy: [
    '该 SN 不存在，或不属于您可查看的分组。请核对 SN。',
    'There is no such SN, or it is not in a group that you may see. Check the SN.',
  ],
  wrongRange: [
    '无法采用指定的时间范围：{{why}}。已改为显示最近 24 小时。',
    'The requested time range cannot be used: {{why}}. The last 24 hours are shown instead.',
  ],
  noStart: ['有结束时间而没有开始时间', 'it has an end but no start'],
  noTime: ['时间超出了日历范围', 'it names a time that no calendar has'],
  inFuture: ['开始时间在将来', 'it begins in the future'],
  backwards: ['结束时间不晚于开始时间', 'its end is not after its start'],
  edit: ['编辑', 'Edit'],
  toDevices: ['前往设备列表', 'Go to the device list'],
  sn: ['SN', 'SN'],
  model: ['型号', 'Model'],
  virtual: ['虚拟设备', 'Virtual device'],
  group: ['分组', 'Group'],
  registeredBy: ['注册人', 'Registered by'],
  lastReport: ['最后上报', 'Last report'],
  neverReported: ['从未上报', 'Never reported'],
  allFacts: ['设备信息', 'All about the device'],
  address: ['地址', 'Address'],
  unheard: [
    '已有 {{span}} 没有收到任何数据，正在检查连接；以下为最后的值。',
    'Nothing has come for {{span}}, and the connection is being checked; the last values are shown.',
  ],
  silent: [
    '设备已 {{span}} 没有上报，以下为最后的数据。',
    'The device has not reported for {{span}}; its last values are shown.',
  ],
})
