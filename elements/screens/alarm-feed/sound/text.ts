import { defineText } from '../../../../core/text/define-text.ts'

export const text = defineText({
  settings: ['声音与通知', 'Sound and notifications'],
  muted: ['已静音，{{span}}后恢复', 'Muted for {{span}}'],
  sound: ['报警声音', 'Sound'],
  mute_5: ['静音 5 分钟', 'Mute for 5 min'],
  mute_15: ['静音 15 分钟', 'Mute for 15 min'],
  mute_30: ['静音 30 分钟', 'Mute for 30 min'],
  silence: ['消音', 'Silence'],
  silenced: ['已消音', 'Silenced'],
  silencedUntil: ['已消音，直到下一条新报警', 'Silenced until the next new alarm'],
  unmute: ['结束静音', 'End muting'],
  notices: ['浏览器通知', 'Browser notifications'],
  blocked: ['通知已被浏览器禁止', 'Notifications are blocked in the browser'],
  asleep: [
    '浏览器在点击页面之前不允许发声，当前没有报警声音。',
    'Browsers are silent until something is pressed: alarms make no sound yet.',
  ],
  pressForSound: ['点击页面后发声', 'Click for sound'],
  wake: ['打开声音', 'Turn sound on'],
})
