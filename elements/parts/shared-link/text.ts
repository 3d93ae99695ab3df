import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  noLink: ['没有分享链接', 'There is no share link'],
  noLinkWhy: ['请使用完整的分享链接打开本页。', 'Open this page by the whole of the link that was shared.'],
  ended: ['分享链接无效或已过期', 'The share link is not valid any more'],
  endedWhy: ['请向分享者索取新的链接。', 'Ask whoever shared it for a new one.'],
  full: ['访问次数已达上限', 'The link was opened as often as it may be'],
  unreachable: ['无法连接服务器', 'The server cannot be reached'],
  refused: ['暂时无法打开', 'It cannot be opened now'],
  refusedWhy: ['稍后重试。', 'Try again in a while.'],
  passwordTitle: ['此页面需要密码', 'This page asks for a password'],
  password: ['密码', 'Password'],
  live: ['实时', 'Live'],
  newest: ['最新数据', 'Newest value'],
  open: ['打开', 'Open'],
  wrongPassword: ['密码错误', 'The password is wrong'],
})
