import { LIMITS } from './limits.ts'
import type { Words } from './words.ts'

/**
 * Codes of the ranges for which the specification lists meanings in order without numbering each. The number is
 * read from that order; what a range has beyond its list keeps the text of its family.
 */
export const IN_ORDER = {
  // 110005-110300, what else may be wrong where one signs in.
  '110005': {
    zh: '首个管理员的链接已失效，重新启动服务器会打印新的链接',
    en: 'The link for the first administrator is over: a restart of the server prints a new one',
  },
  '110006': {
    zh: '密码由他人设置，请先修改密码',
    en: 'Change your password first: somebody else set it',
  },

  // 110329-110334, account logout: the four things to clear first, as part 6 of the specification lists them.
  '110329': { zh: '注销前请先清空子用户', en: 'Delete the sub-users before closing the account' },
  '110330': { zh: '注销前请先清空虚拟设备', en: 'Delete the virtual devices before closing the account' },
  '110331': { zh: '注销前请先清空模板', en: 'Delete the templates before closing the account' },
  '110332': { zh: '注销前请先注销所有设备', en: 'Deregister the devices before closing the account' },

  // 110530-110544, operations on devices; the others are in the specification.
  '110540': {
    zh: `导出设备超过 ${LIMITS.importRows} 台，请先筛选`,
    en: `The export exceeds ${LIMITS.importRows} devices: filter them first`,
  },

  // 110545-110555, IoT cards.
  '110545': { zh: '物联网卡归属无效', en: 'The IoT card belongs to another account' },
  '110546': { zh: '物联网卡产品未启用', en: 'The product of the IoT card is not enabled' },
  '110547': { zh: '物联网卡不存在', en: 'The IoT card does not exist' },
  '110548': { zh: '物联网卡用户异常', en: 'The user of the IoT card is in an abnormal state' },
  '110549': { zh: '无物联网卡操作权限', en: 'You have no right to manage this IoT card' },
  '110550': { zh: '物联网卡流量获取失败', en: 'The traffic of the IoT card could not be read' },
  '110551': { zh: '物联网卡已绑定', en: 'The IoT card is already bound' },
  '110552': { zh: '物联网卡已停机，不可重复停机', en: 'The IoT card is already suspended' },
  '110553': { zh: '物联网卡已复机，不可重复复机', en: 'The IoT card is already resumed' },
  '110554': { zh: 'P2P 透传已开启', en: 'P2P passthrough is already on' },

  // 112000-112006, device groups: seven meanings for seven codes.
  '112000': { zh: '设备分组名称不能为空', en: 'Enter a name for the device group' },
  '112001': { zh: '设备分组编号不能为空', en: 'Choose a device group' },
  '112002': { zh: '设备分组不存在', en: 'The device group was not found' },
  '112003': { zh: '默认设备分组不可删除', en: 'The default device group cannot be deleted' },
  '112004': { zh: '设备分组名称已存在', en: 'This device group name exists: choose another' },
  '112005': { zh: '设备分组使用中', en: 'The device group is in use: move its devices first' },
  '112006': { zh: '默认设备分组不存在', en: 'The default device group is missing' },

  // 114001-114017, resources.
  '114001': { zh: '分类名称不能为空', en: 'Enter a name for the category' },
  '114002': { zh: '分类名称已存在', en: 'This category exists: choose another name' },
  '114003': { zh: '资源名称不能为空', en: 'Enter a name for the resource' },
  '114004': { zh: '资源名称已存在', en: 'This resource exists: choose another name' },
  '114005': { zh: '上传失败，请检查文件', en: 'The upload failed: check the file' },
  '114006': { zh: '图片为空', en: 'The picture is empty' },
  '114007': { zh: '资源使用中，无法删除', en: 'The resource is in use and cannot be deleted' },
  '114008': { zh: '分享用户数已达上限', en: 'It is shared with as many users as it can be' },
  '114009': { zh: '模板分享配额已用完', en: 'The quota of template shares is used up' },
  '114010': { zh: '3D 文件名缺失', en: 'The 3D model lacks its gltf file' },

  // 115001-115022, templates.
  '115001': { zh: '名称为空或已存在', en: 'The name is empty, or exists already' },
  '115002': { zh: '画面尺寸或内容超出限制', en: 'The screen is larger than a screen may be' },
  '115003': { zh: '仅模板创建者可执行此操作', en: 'Only who made the template can do this' },
  '115004': { zh: '模板创建数已达上限', en: 'No more templates can be made' },
  '115005': { zh: '模板、画面或分组不存在', en: 'The template, screen or group was not found' },
  '115006': { zh: '模板未绑定设备，不能发布', en: 'Bind at least one device before publishing' },
  '115007': { zh: 'VPN 类型设备不能绑定模板', en: 'VPN devices cannot be bound to a template' },

  // 115301-115302, permission items.
  '115301': { zh: '权限项名称不能为空', en: 'Enter a name for the permission item' },
  '115302': { zh: '权限项名称重复', en: 'This permission item exists already' },

  // 115401-115414, data sources.
  '115401': { zh: '数据源名称已存在', en: 'The name is that of another data source' },
  '115402': { zh: '数据项未绑定到数据源的模板', en: 'The template of the data source has no such point' },
  '115403': { zh: '聚合方式与数据项类型不符', en: 'The aggregation does not fit the type of the point' },
  '115404': { zh: '默认数据源分组不可删除', en: 'The default group of data sources cannot be deleted' },

  // 117801-117804, messages.
  '117801': { zh: '消息不存在', en: 'The message does not exist' },
  '117802': { zh: '消息已发送，不能再修改', en: 'The message is sent: it cannot be changed any more' },
  '117803': { zh: '没有接收人，请选择接收人', en: 'Nobody would receive it: choose whom it goes to' },
  '117804': { zh: '消息数已达上限', en: 'There are as many messages as there may be' },

  // 118001-118007, dashboards.
  '118001': { zh: '仪表盘不存在', en: 'The dashboard does not exist' },
  '118002': { zh: '仪表盘名称已存在', en: 'The name is that of another dashboard' },
  '118003': { zh: '无权编辑该仪表盘', en: 'You have no right to change this dashboard' },
  '118004': { zh: '仪表盘尺寸或内容超出限制', en: 'The dashboard is larger than a dashboard may be' },
  '118005': {
    zh: `仪表盘最多 ${LIMITS.dashboardComponents} 个组件`,
    en: `A dashboard has ${LIMITS.dashboardComponents} components at most`,
  },
  '118006': {
    zh: '可见范围中的用户、用户组或角色不存在',
    en: 'A user, group or role that should see it does not exist',
  },

  // 118301-118305, share links.
  '118301': { zh: '分享链接无效或已过期', en: 'The share link is not valid any more' },
  '118302': { zh: '无权访问该分享', en: 'The password of the share link is missing or wrong' },
  '118303': { zh: '访问次数已达上限', en: 'The share link was opened as often as it may be' },
  '118304': { zh: '分享链接数已达上限', en: 'There are as many share links as there may be' },

  // 118801-118811, virtual devices; 118807 is in the specification.
  '118801': { zh: '虚拟设备名称已存在', en: 'The name is that of another virtual device' },

  // 119001-119005, map service: five meanings for five codes.
  '119001': { zh: '地图服务鉴权失败', en: 'The map service refused the key' },
  '119002': { zh: '地图服务不支持该地区', en: 'The map service does not support this region' },
  '119003': { zh: '地图服务不可用', en: 'The map service is unavailable: try again later' },
  '119004': { zh: '地图服务内部错误', en: 'The map service failed: try again later' },
  '119005': { zh: '地区不能为空', en: 'Choose a region' },
} as const satisfies Record<string, Words>
