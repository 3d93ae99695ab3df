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
  distance: ['里程 {{value}} km', '{{value}} km'],
  moving: ['行驶 {{duration}}', 'moving for {{duration}}'],
  fastest: ['最高 {{value}} km/h', '{{value}} km/h at most'],
  gaps: ['{{count}} 处无数据（虚线）', '{{count}} gaps (dashed)', '{{count}} gap (dashed)'],
  speedOver: ['速度曲线，km/h', 'Speed, km/h'],
  noSpeed: ['设备未上报 speed 数据项', 'The device does not report the point speed'],
  kept: [
    '显示 {{count}} 个定位中的 {{kept}} 个，其余与所画轨迹相差不超过 {{metres}} 米',
    '{{kept}} of {{count}} positions are drawn; none of the others is more than {{metres}} m from the track',
  ],
})
