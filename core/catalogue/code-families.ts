import type { Words } from './words.ts'

/** Every number from `from` to `to`, both included. */
export type CodeFamily = Words & { readonly from: number; readonly to: number }

/**
 * The ranges of the catalogue, split by subject. A code inside one that has no meaning of its own is shown with
 * the text of its family. In ascending order, without overlap.
 */
export const FAMILIES: readonly CodeFamily[] = [
  { from: 100001, to: 100027, zh: '操作失败，请稍后重试', en: 'The operation failed: try again later' },
  { from: 110001, to: 110300, zh: '登录失败，请检查登录信息', en: 'The sign-in failed: check what was entered' },
  { from: 110301, to: 110328, zh: '用户信息有误', en: 'The user was refused: check what was entered' },
  {
    from: 110329,
    to: 110334,
    zh: '不满足账号注销条件，请先清空账号下的内容',
    en: 'Clear what the account holds before closing it',
  },
  { from: 110335, to: 110500, zh: '用户操作失败', en: 'The operation on the user failed: check what was entered' },
  { from: 110501, to: 110529, zh: '设备信息不完整或有误', en: 'A field of the device is missing or not valid' },
  { from: 110530, to: 110544, zh: '设备操作失败', en: 'The operation on the device failed' },
  { from: 110545, to: 110555, zh: '物联网卡操作失败', en: 'The operation on the IoT card failed' },
  {
    from: 110556,
    to: 110582,
    zh: '设备操作失败，请稍后重试',
    en: 'The operation on the device failed: try again later',
  },
  { from: 111000, to: 111001, zh: '统计类型有误', en: 'The statistics type is not valid' },
  { from: 112000, to: 112006, zh: '设备分组操作失败', en: 'The operation on the device group failed' },
  { from: 113000, to: 113000, zh: '微信绑定失败', en: 'The WeChat account could not be bound' },
  {
    from: 114001,
    to: 114017,
    zh: '资源操作失败，请检查名称、文件和可用空间',
    en: 'The resource was refused: check its name, its file and the space left',
  },
  { from: 114018, to: 114500, zh: '资源操作失败', en: 'The operation on the resource failed' },
  { from: 114501, to: 114504, zh: '模板资源操作失败', en: 'The operation on the template resource failed' },
  {
    from: 115001,
    to: 115022,
    zh: '模板操作失败，请检查模板名称、尺寸、归属和绑定',
    en: 'The template was refused: check its name, size, owner and bindings',
  },
  { from: 115023, to: 115200, zh: '模板操作失败', en: 'The operation on the template failed' },
  { from: 115201, to: 115208, zh: '视频或摄像头操作失败', en: 'The operation on the video or camera failed' },
  { from: 115209, to: 115300, zh: '模板操作失败', en: 'The operation on the template failed' },
  {
    from: 115301,
    to: 115302,
    zh: '权限项名称为空或重复',
    en: 'The name of the permission item is empty or already used',
  },
  { from: 115303, to: 115400, zh: '模板操作失败', en: 'The operation on the template failed' },
  {
    from: 115401,
    to: 115414,
    zh: '数据源操作失败，请检查名称、绑定和聚合方式',
    en: 'The data source was refused: check its name, bindings and aggregation',
  },
  { from: 116001, to: 116013, zh: '软件版本操作失败', en: 'The operation on the software version failed' },
  { from: 117001, to: 117006, zh: '缩略图操作失败', en: 'The operation on the thumbnail failed' },
  { from: 117007, to: 117800, zh: '缩略图或消息操作失败', en: 'The operation on the thumbnail or message failed' },
  { from: 117801, to: 117804, zh: '消息操作失败', en: 'The operation on the message failed' },
  { from: 118001, to: 118007, zh: '仪表盘操作失败', en: 'The operation on the dashboard failed' },
  { from: 118008, to: 118200, zh: '仪表盘操作失败', en: 'The operation on the dashboard failed' },
  {
    from: 118201,
    to: 118213,
    zh: '报表操作失败，请检查条目数、上下限和导出内容',
    en: 'The report was refused: check its number of items, its minimum and maximum, and what it exports',
  },
  { from: 118214, to: 118300, zh: '报表操作失败', en: 'The operation on the report failed' },
  {
    from: 118301,
    to: 118305,
    zh: '分享链接无效、无权访问或已达次数上限',
    en: 'The share link is not valid, not open to you, or used up',
  },
  { from: 118306, to: 118800, zh: '分享链接操作失败', en: 'The operation on the share link failed' },
  { from: 118801, to: 118811, zh: '虚拟设备操作失败', en: 'The operation on the virtual device failed' },
  { from: 118812, to: 118900, zh: '虚拟设备操作失败', en: 'The operation on the virtual device failed' },
  { from: 118901, to: 118902, zh: '历史数据查询失败', en: 'The history could not be read' },
  { from: 119001, to: 119005, zh: '地图服务异常', en: 'The map service failed' },
  { from: 200811, to: 200811, zh: '设备历史数据配置有误', en: 'The history configuration of the device is not valid' },
  { from: 201801, to: 201801, zh: '文件有误', en: 'The file is not valid' },
  {
    from: 202001,
    to: 202008,
    zh: '分组操作失败：数据无效、名称重复、使用中或重复添加',
    en: 'The group was refused: not valid, already named, in use, or added twice',
  },
  { from: 202301, to: 202301, zh: '分组名称有误', en: 'The group name is not valid' },
  { from: 810101, to: 810116, zh: '监控配置操作失败', en: 'The operation on the monitor configuration failed' },
]
