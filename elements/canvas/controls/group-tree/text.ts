import { defineText } from '../../../../core/text/define-text.ts'

export const text = defineText({
  name: ['设备组树', 'Group tree'],
  title: ['标题', 'Title'],
  group_id: ['从此设备组起', 'From this group on'],
  hasFrame: ['显示背景', 'Show a background'],
  all: ['全部设备', 'All devices'],
  none: ['没有设备组', 'No device groups'],
  noneWhy: ['没有您可查看的设备组。', 'There is none that you may see.'],
  notThen: ['回放不包含设备组', 'A replay has no device groups'],
  exampleGroup: ['东区水厂', 'East works'],
  exampleOther: ['西区水厂', 'West works'],
})
