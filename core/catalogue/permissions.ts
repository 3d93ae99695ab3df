import type { Words } from './words.ts'

type PermissionRow = Words & {
  readonly parent: string | null
  /** A right to act on users or on devices: the operations page gives and takes it for each user. */
  readonly operation?: 'user' | 'device'
  /** Where people look for it, if that is not the section that it needs. */
  readonly shown_under?: string
}

/** Every permission code. `parent` is the section that a code needs; holding a parent grants no child. */
export const PERMISSIONS = {
  P00000: { parent: null, zh: '控制台', en: 'Console' },

  P10000: { parent: 'P00000', zh: '首页', en: 'Home' },

  P20000: { parent: 'P00000', zh: '仪表盘', en: 'Dashboards' },
  P21200: { parent: 'P20000', zh: '编辑仪表盘', en: 'Edit dashboards' },
  P24000: { parent: 'P00000', zh: '组态监控', en: 'Screens' },
  P27000: { parent: 'P00000', zh: '集中监控', en: 'Centralized monitoring' },

  P30000: { parent: 'P00000', zh: '设备管理', en: 'Devices' },
  P30100: { parent: 'P30000', zh: '注册设备', en: 'Register devices', operation: 'device' },
  P30200: { parent: 'P30000', zh: '编辑设备', en: 'Edit devices', operation: 'device' },
  P30400: { parent: 'P30000', zh: '写入数据', en: 'Write to devices', operation: 'device' },
  P31000: { parent: 'P30000', zh: '设备分组', en: 'Device groups' },
  P31100: { parent: 'P31000', zh: '编辑设备分组', en: 'Edit device groups', operation: 'device' },
  P32000: { parent: 'P30000', zh: '虚拟设备', en: 'Virtual devices' },
  P33000: { parent: 'P30000', zh: '设备分享', en: 'Device sharing' },
  P34000: { parent: 'P30000', zh: 'GPS 设备', en: 'GPS devices' },
  P100000: { parent: 'P30000', zh: '设备监控', en: 'Device overview' },
  P101200: { parent: 'P100000', zh: '编辑设备仪表盘', en: 'Edit device dashboards' },

  P40000: { parent: 'P00000', zh: '组态管理', en: 'Configuration' },
  P41000: { parent: 'P40000', zh: '设备模板', en: 'Device templates' },
  P41600: { parent: 'P41000', zh: '组态设计', en: 'Screen editor' },
  P42000: { parent: 'P40000', zh: '模板绑定', en: 'Template binding' },
  P43000: { parent: 'P40000', zh: '模板分组', en: 'Template groups' },
  P44000: { parent: 'P40000', zh: '模板库', en: 'Template library' },

  P50000: { parent: 'P00000', zh: '团队管理', en: 'Team' },
  P51000: { parent: 'P50000', zh: '用户组', en: 'User groups' },
  P51100: { parent: 'P51000', zh: '编辑用户组', en: 'Edit user groups', operation: 'user' },
  P52000: { parent: 'P50000', zh: '角色管理', en: 'Roles' },
  P52100: { parent: 'P52000', zh: '编辑角色', en: 'Edit roles', operation: 'user' },
  P53000: { parent: 'P50000', zh: '用户管理', en: 'Users' },
  P53100: { parent: 'P53000', zh: '新建用户', en: 'Create users', operation: 'user' },
  P53200: { parent: 'P53000', zh: '编辑用户与权限', en: 'Edit users and rights', operation: 'user' },
  P53300: { parent: 'P53000', zh: '锁定与激活', en: 'Lock and activate', operation: 'user' },
  P53400: { parent: 'P53000', zh: '重置密码', en: 'Reset passwords', operation: 'user' },
  P53500: { parent: 'P53000', zh: '删除用户', en: 'Delete users', operation: 'user' },
  P53600: { parent: 'P53000', zh: '模拟登录', en: 'Sign in as another user', operation: 'user' },
  P54000: { parent: 'P50000', zh: '运维管理', en: 'Action rights' },
  P55000: { parent: 'P50000', zh: '审计记录', en: 'Audit' },
  P56000: { parent: 'P50000', zh: '登录规则', en: 'Sign-in policy' },

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
  P73000: { parent: 'P70000', shown_under: 'P00000', zh: '报警', en: 'Alarms' },
  P73100: { parent: 'P73000', zh: '确认报警', en: 'Confirm alarms', operation: 'device' },
  P73200: { parent: 'P73000', zh: '搁置报警', en: 'Shelve alarms', operation: 'device' },
  P73300: { parent: 'P73000', zh: '停用报警', en: 'Take alarms out of service', operation: 'device' },
  P73400: { parent: 'P73000', zh: '编辑报警规则', en: 'Edit alarm rules', operation: 'device' },
  P73500: { parent: 'P73000', zh: '值班日志', en: 'Shift log' },
  P73600: { parent: 'P73500', zh: '写值班日志', en: 'Write in the shift log', operation: 'device' },
  P74000: { parent: 'P70000', zh: '发布公告', en: 'Post bulletins', operation: 'user' },

  P80000: { parent: 'P00000', zh: '系统管理', en: 'System' },
  P81000: { parent: 'P80000', zh: '个性化设置', en: 'Personalization' },
  P82000: { parent: 'P80000', zh: '分享链接', en: 'Share links' },
  P83000: { parent: 'P80000', zh: '嵌入', en: 'Embedding' },
  P86000: { parent: 'P80000', zh: '自定义菜单', en: 'Custom menu' },

  P90000: { parent: 'P00000', zh: '自定义页面', en: 'Custom page' },

  P110000: { parent: 'P00000', zh: '全网监控', en: 'Fleet overview' },
  P111000: { parent: 'P110000', zh: '监控设备', en: 'Monitored devices' },
  P112000: { parent: 'P110000', zh: '监控设置', en: 'Monitoring settings' },

  P120000: { parent: 'P00000', zh: '组态轮播', en: 'Screen carousel' },
} as const satisfies Record<string, PermissionRow>

export type Permission = keyof typeof PERMISSIONS

export const PERMISSION_CODES = Object.keys(PERMISSIONS) as readonly Permission[]

export const isPermission = (right: string): right is Permission => Object.hasOwn(PERMISSIONS, right)

/** The codes of the operations page, of one kind. */
export const operationsOn = (kind: 'user' | 'device'): readonly Permission[] =>
  PERMISSION_CODES.filter((code) => (PERMISSIONS[code] as PermissionRow).operation === kind)

/** The codes above a code, the nearest first. */
export function sectionsOf(code: Permission): Permission[] {
  const { parent }: PermissionRow = PERMISSIONS[code]
  return parent !== null && isPermission(parent) ? [parent, ...sectionsOf(parent)] : []
}

const shownParentOf = (code: Permission): string | null => {
  const { shown_under, parent }: PermissionRow = PERMISSIONS[code]
  return shown_under ?? parent
}

/** The codes as trees of rights show them: each with what it stands under there, alarms after home as in the menu. */
export const SHOWN_PERMISSIONS: readonly { id: Permission; parent_id: Permission | null }[] = (() => {
  const isMoved = (code: Permission) => shownParentOf(code) !== PERMISSIONS[code].parent
  const staying = PERMISSION_CODES.filter((code) => !isMoved(code))
  const at = staying.indexOf('P10000') + 1
  return staying.toSpliced(at, 0, ...PERMISSION_CODES.filter(isMoved)).map((id) => {
    const parent = shownParentOf(id)
    return { id, parent_id: parent !== null && isPermission(parent) ? parent : null }
  })
})()

/** The three kinds of user. The kind is held in the roles list beside the permission codes. */
export const USER_TYPES = {
  administrator: { zh: '管理员', en: 'Administrator' },
  administrator2: { zh: '二级管理员', en: 'Second-level administrator' },
  'sub-user': { zh: '子用户', en: 'Sub-user' },
} as const satisfies Record<string, Words>

export type UserType = keyof typeof USER_TYPES
