import type { Words } from './words.ts'

/**
 * Codes of the ranges for which the specification lists meanings in order without numbering each. The number is
 * read from that order; what a range has beyond its list keeps the text of its family.
 */
export const IN_ORDER = {
  // 110329-110334, account logout: the four things to clear first, as part 6 of the specification lists them.
  '110329': { zh: '注销前请先清空子用户', en: 'Delete the sub-users before closing the account' },
  '110330': { zh: '注销前请先清空虚拟设备', en: 'Delete the virtual devices before closing the account' },
  '110331': { zh: '注销前请先清空模板', en: 'Delete the templates before closing the account' },
  '110332': { zh: '注销前请先注销所有设备', en: 'Deregister the devices before closing the account' },

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

  // 119001-119005, map service: five meanings for five codes.
  '119001': { zh: '地图服务鉴权失败', en: 'The map service refused the key' },
  '119002': { zh: '地图服务不支持该地区', en: 'The map service does not support this region' },
  '119003': { zh: '地图服务不可用', en: 'The map service is unavailable: try again later' },
  '119004': { zh: '地图服务内部错误', en: 'The map service failed: try again later' },
  '119005': { zh: '地区不能为空', en: 'Choose a region' },
} as const satisfies Record<string, Words>
