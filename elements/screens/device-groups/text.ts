import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  title: ['设备分组', 'Device groups'],
  search: ['搜索设备分组', 'Search device groups'],
  noMatch: ['没有匹配的设备分组', 'No group matches'],
  empty: ['没有可查看的设备分组', 'No device group to see'],
  emptyWhy: [
    '设备分组按树形管理设备，设备权限也按分组授予。请管理员授予分组权限。',
    'Groups keep devices in a tree, and rights to devices are given by group. An administrator can give you rights to one.',
  ],
  create: ['新建设备分组', 'New group'],
  createBelow: ['新建下级分组', 'New group below'],
  make: ['创建设备分组', 'Create group'],
  group_name: ['分组名称', 'Group name'],
  parent: ['上级分组', 'Parent group'],
  depthHelp: ['最多 {{most}} 级', 'At most {{most}} levels'],
  default: ['默认分组', 'Default group'],
  defaultWhy: [
    '未选择分组的设备归入默认分组。默认分组不能移动或删除。',
    'Devices for which no group is chosen go here. The default group cannot be moved or deleted.',
  ],
  onlySeen: ['您只能查看此分组。', 'You may only see this group.'],
  devices: ['设备数', 'Devices'],
  withBelow: ['含下级共 {{count}} 台', '{{count}} with the groups below', '{{count}} with the groups below'],
  showDevices: ['查看设备', 'Show devices'],
  states: ['设备状态', 'States'],
  subGroups: ['下级分组', 'Groups below'],
  moveWhy: [
    '其设备和下级分组一并移动；对上级分组的权限随之生效。',
    'Its devices and the groups below it go with it. Who holds rights to a group holds them for all below it.',
  ],
  delete: ['删除设备分组', 'Delete group'],
  deleteTitle: ['删除设备分组“{{name}}”？', 'Delete the group {{name}}?'],
  deleteWhy: [
    '按此分组授予的权限一并失效。删除后不能恢复。',
    'Rights that were given for it end. It cannot be brought back.',
  ],
  devicesTo: ['将其 {{count}} 台设备移至', 'Move its {{count}} devices to', 'Move its {{count}} device to'],
  deleteAndMove: ['移动设备并删除', 'Move devices and delete'],
  deletedMoved: [
    '已删除“{{name}}”，{{count}} 台设备移至“{{to}}”',
    'Deleted {{name}}; {{count}} devices moved to {{to}}',
    'Deleted {{name}}; {{count}} device moved to {{to}}',
  ],
  inUseBy: ['其中有 {{what}}，请先移动或删除下级分组。', 'In it: {{what}}. Move or delete the groups below it first.'],
})
