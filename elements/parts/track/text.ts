import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  map: ['{{name}} 的行驶轨迹', 'Track of {{name}}'],
  play: ['播放', 'Play'],
  pause: ['暂停', 'Pause'],
  speed: ['播放速度', 'Playback speed'],
  times: ['{{count}} 倍', '{{count}}×'],
  position: ['播放位置', 'Playback position'],
  kmh: ['{{value}} km/h', '{{value}} km/h'],
  stops: ['停留', 'Stops'],
  stop: ['第 {{number}} 处：{{start}}，停留 {{duration}}', 'Stop {{number}}: {{start}}, for {{duration}}'],
  noStops: ['没有超过 5 分钟的停留', 'No stop longer than 5 minutes'],
  noTrack: ['所选时间内没有位置', 'No positions in this time'],
  noTrackWhy: [
    '换一个更大的时间范围，或确认设备当时在线。',
    'Choose a longer time, or check that the device was online then.',
  ],
  source: ['底图：随产品附带的世界轮廓，离线可用', 'Map: the outline of the world that ships with the product'],
})
