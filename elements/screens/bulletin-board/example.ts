import { type Example, FOR_USERS_ONCE } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '公告栏：发给全员的公告，置顶的在前。需要登录，令牌看不到它。',
    en: 'Bulletin board: what concerns everybody, pinned bulletins first. For signed-in users; tokens are refused.',
  },
  states: FOR_USERS_ONCE,
  height: 480,
}
