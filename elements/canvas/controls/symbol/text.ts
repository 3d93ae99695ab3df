import { defineText } from '../../../../core/text/define-text.ts'

export const text = defineText({
  name: ['图元', 'Symbol'],
  symbol: ['图元', 'Symbol'],
  state: ['状态', 'State'],
  running: ['运行', 'Running'],
  fault: ['故障', 'Fault'],
  level: ['液位（0～1）', 'Level (0 to 1)'],
  color: ['主体颜色', 'Colour of the body'],
  liquidColor: ['介质颜色', 'Colour of the contents'],
  isAnimated: ['运行时动画', 'Moves while running'],
  keepsAspect: ['保持宽高比', 'Keep proportions'],

  state_open: ['打开', 'Open'],
  state_closed: ['关闭', 'Closed'],
  state_moving: ['动作中', 'Moving'],
  state_stopped: ['停止', 'Stopped'],
  state_running: ['运行', 'Running'],
  state_normal: ['正常', 'Normal'],
  state_dead: ['失电', 'De-energised'],
  state_live: ['带电', 'Energised'],
  state_offline: ['离线', 'Offline'],
  state_online: ['在线', 'Online'],
  state_tripped: ['跳闸', 'Tripped'],
  state_fault: ['故障', 'Fault'],
  /** Of switches, which are not opened and closed as valves are. */
  switch_open: ['分闸', 'Open'],
  switch_closed: ['合闸', 'Closed'],
  spokenLevel: ['液位 {{percent}}%', 'level {{percent}}%'],
})
