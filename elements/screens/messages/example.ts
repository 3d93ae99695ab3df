import { type Example, FOR_USERS_ONCE } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '收件箱与发件箱：收到和发出的通知，谁已读，以及撰写。需要登录，令牌看不到它。',
    en: 'Inbox and outbox: notices received and sent, who has read them, and writing one. For signed-in users; tokens are refused.',
  },
  attributes: { box: { offers: ['inbox', 'outbox'] }, filter: { offers: ['unread', 'unsent'] } },
  states: FOR_USERS_ONCE,
  height: 560,
}
