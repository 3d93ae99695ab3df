import { type Example, FOR_USERS_ONCE } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '值班日志：值班人员的记录与交接班，交班时自动列出未结事项。需要登录，令牌看不到它。',
    en: 'Shift log: notes and handovers of operators, with what is open at each handover. For signed-in users; tokens are refused.',
  },
  attributes: {
    sn: { offers: 'device' },
    kind: { offers: ['note', 'handover'] },
  },
  states: FOR_USERS_ONCE,
  height: 560,
}
