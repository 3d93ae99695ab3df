import { defineText } from '../../../../core/text/define-text.ts'

export const text = defineText({
  name: ['设备树', 'Device tree'],
  title: ['标题', 'Title'],
  group_id: ['从此设备组起', 'From this group on'],
  hasSearch: ['显示搜索框', 'Show a search'],
  hasFrame: ['显示背景', 'Show a background'],
  search: ['按名称或 SN 搜索', 'Search by name or SN'],
  loading: ['加载中', 'Loading'],
  more: ['另有 {{count}} 台，点击加载', '{{count}} more, press to load', '{{count}} more, press to load'],
  none: ['没有设备', 'No devices'],
  noneWhy: ['没有您可查看的设备组。', 'There is no device group that you may see.'],
  noMatch: ['没有匹配的设备', 'No device matches'],
  manyMatch: ['仅显示前 100 台，请输入更多字符', 'The first 100 are shown; type more to see others'],
  notThen: ['回放不包含设备树', 'A replay has no device tree'],
  exampleGroup: ['东区水厂', 'East works'],
  exampleOther: ['西区水厂', 'West works'],
  example: ['1 号泵站', 'Pump station 1'],
})
