import { defineText } from '../../../../core/text/define-text.ts'

export const text = defineText({
  why: ['此账号当前登录的位置。', 'Where this account is signed in now.'],
  thisOne: ['当前会话', 'This session'],
  simulatedBy: ['模拟登录：{{name}}', 'Simulated by {{name}}'],
  address: ['地址', 'Address'],
  signedIn: ['登录时间', 'Signed in'],
  seen: ['最近使用', 'Last seen'],
  end: ['退出', 'Sign out'],
  endOthers: [
    '退出其他 {{count}} 个会话',
    'Sign out the {{count}} other sessions',
    'Sign out the {{count}} other session',
  ],
  ended: ['已退出', 'Signed out'],
  noOther: ['没有其他会话。', 'There is no other session.'],
})
