import type { Words } from './words.ts'

type PermissionRow = Words & { readonly parent: string | null }

/** Every permission code. `parent` orders them as the role screen shows them; holding a parent grants no child. */
export const PERMISSIONS = {
  P00000: { parent: null, zh: '控制台', en: 'Console' },

  P10000: { parent: 'P00000', zh: '首页', en: 'Home' },

  P20000: { parent: 'P00000', zh: '仪表盘', en: 'Dashboards' },
  P21200: { parent: 'P20000', zh: '编辑仪表盘', en: 'Edit dashboards' },
  P24000: { parent: 'P00000', zh: '组态监控', en: 'Screen monitoring' },
  P27000: { parent: 'P00000', zh: '集中监控', en: 'Centralized monitoring' },

  P30000: { parent: 'P00000', zh: '设备管理', en: 'Devices' },
  P31000: { parent: 'P30000', zh: '设备分组', en: 'Device groups' },
  P32000: { parent: 'P30000', zh: '虚拟设备', en: 'Virtual devices' },
  P34000: { parent: 'P30000', zh: 'GPS 设备', en: 'GPS devices' },
  P100000: { parent: 'P30000', zh: '设备监控', en: 'Equipment monitoring' },
  P101200: { parent: 'P100000', zh: '编辑设备仪表盘', en: 'Edit equipment dashboards' },

  P40000: { parent: 'P00000', zh: '组态管理', en: 'Configuration' },
  P41000: { parent: 'P40000', zh: '设备模板', en: 'Device templates' },
  P41600: { parent: 'P41000', zh: '组态设计', en: 'Configuration design' },
  P42000: { parent: 'P40000', zh: '模板绑定', en: 'Template binding' },
  P43000: { parent: 'P40000', zh: '模板分组', en: 'Template groups' },
  P44000: { parent: 'P40000', zh: '模板库', en: 'Template library' },

  P50000: { parent: 'P00000', zh: '团队管理', en: 'Team' },
  P51000: { parent: 'P50000', zh: '用户组', en: 'User groups' },
  P52000: { parent: 'P50000', zh: '角色管理', en: 'Roles' },
  P53000: { parent: 'P50000', zh: '用户管理', en: 'Users' },

  P60000: { parent: 'P00000', zh: '数据分析', en: 'Analysis' },
  P61000: { parent: 'P60000', zh: '自定义报表', en: 'Custom reports' },
  P61100: { parent: 'P61000', zh: '设计报表', en: 'Design reports' },
  P61400: { parent: 'P61000', zh: '预览报表', en: 'Preview reports' },
  P62000: { parent: 'P60000', zh: '流量分析', en: 'Flow analysis' },
  P62200: { parent: 'P62000', zh: '流量详情', en: 'Flow details' },
  P63000: { parent: 'P60000', zh: '报表数据', en: 'Report data' },

  P70000: { parent: 'P00000', zh: '信息中心', en: 'Messages' },
  P71000: { parent: 'P70000', zh: '收件箱', en: 'Inbox' },
  P72000: { parent: 'P70000', zh: '日志信息', en: 'Logs' },
  P73000: { parent: 'P70000', zh: '实时故障', en: 'Real-time faults' },

  P80000: { parent: 'P00000', zh: '系统管理', en: 'System' },
  P81000: { parent: 'P80000', zh: '个性化设置', en: 'Personalization' },
  P82000: { parent: 'P80000', zh: '分享链接', en: 'Share links' },
  P83000: { parent: 'P80000', zh: '嵌入', en: 'Embedding' },

  P90000: { parent: 'P00000', zh: '自定义页面', en: 'Custom page' },

  P110000: { parent: 'P00000', zh: '全网监控', en: 'Whole-network monitoring' },
  P111000: { parent: 'P110000', zh: '监控设备', en: 'Monitored devices' },
  P112000: { parent: 'P110000', zh: '监控设置', en: 'Monitoring settings' },

  P120000: { parent: 'P00000', zh: '组态轮播', en: 'Configuration carousel' },
} as const satisfies Record<string, PermissionRow>

export type Permission = keyof typeof PERMISSIONS

/** The three kinds of user. The kind is held in the roles list beside the permission codes. */
export const USER_TYPES = {
  administrator: { zh: '管理员', en: 'Administrator' },
  administrator2: { zh: '二级管理员', en: 'Second-level administrator' },
  'sub-user': { zh: '子用户', en: 'Sub-user' },
} as const satisfies Record<string, Words>

export type UserType = keyof typeof USER_TYPES

/** What a route or a call asks for: a permission code or a kind of user. */
export type Right = Permission | UserType

/** Whether the roles list holds a right. Whole tokens: P100000 does not contain P10000. */
export const hasRight = (held: readonly string[], wanted: Right): boolean => held.includes(wanted)

/** The roles list of a comma-separated `grantedPermissions`; empty for null. */
export const rightsOf = (grantedPermissions: string | null): string[] =>
  (grantedPermissions ?? '')
    .split(',')
    .map((right) => right.trim())
    .filter(Boolean)
