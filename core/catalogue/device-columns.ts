import type { Words } from './words.ts'

/** The columns of a file of devices, in their order; each under its words of both languages, or its own name. */
export const DEVICE_COLUMNS = {
  sn_code: { zh: 'SN 码', en: 'SN' },
  password: { zh: '设备密码', en: 'Device password' },
  dev_alias: { zh: '名称', en: 'Name' },
  dev_model: { zh: '型号', en: 'Model' },
  group: { zh: '分组', en: 'Group' },
  template: { zh: '模板', en: 'Template' },
  report_interval_s: { zh: '上报间隔（秒）', en: 'Report interval (s)' },
  tags: { zh: '标签', en: 'Tags' },
  region: { zh: '所在地区', en: 'Region' },
  site_name: { zh: '现场', en: 'Site' },
  site_address: { zh: '现场地址', en: 'Site address' },
  deployment_address: { zh: '安装地址', en: 'Deployment address' },
  contact_name: { zh: '联系人', en: 'Contact name' },
  contact_phone: { zh: '联系电话', en: 'Contact phone' },
  contact_email: { zh: '联系邮箱', en: 'Contact email' },
  card_no: { zh: '流量卡号', en: 'Card number' },
  remarks: { zh: '备注', en: 'Remarks' },
} as const satisfies Record<string, Words>
export type DeviceColumn = keyof typeof DEVICE_COLUMNS
export const DEVICE_COLUMN_NAMES = Object.keys(DEVICE_COLUMNS) as [DeviceColumn, ...DeviceColumn[]]
