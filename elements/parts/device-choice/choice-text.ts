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
  none: ['没有匹配的设备', 'No device matches'],
})
