import { defineText } from '../../../core/text/define-text.ts'

/** Of the list, which is fetched when it is opened. */
export const text = defineText({
  all: ['全部设备', 'All devices'],
  search: ['按名称或 SN 搜索设备', 'Search devices by name or SN'],
  more: [
    '还有 {{count}} 台设备，请缩小搜索',
    '{{count}} more devices: narrow the search',
    '{{count}} more device: narrow the search',
  ],
  alike: ['有相同变量', 'With the same points'],
  others: ['其他设备', 'Other devices'],
  full: ['最多 {{count}} 台，请先取消一台', '{{count}} at most: take one away first'],
  none: ['没有匹配的设备', 'No device matches'],
})
