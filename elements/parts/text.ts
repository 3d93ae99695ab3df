import { defineText } from '../../core/text/define-text.ts'

/** Words of the pieces that screens share. */
export const text = defineText({
  unreachable: ['无法连接服务器', 'The server cannot be reached'],
  unreachableWhy: ['数据没有丢失。请检查网络后重试。', 'Nothing was changed. Check the network, then try again.'],
  tooLate: ['服务器没有及时答复', 'The server did not answer in time'],
  unreadable: ['收到的答复无法读取', 'The reply cannot be read'],
  unreadableWhy: [
    '中间可能有代理，或页面与服务器版本不符。重新加载页面可获得新版本。',
    'A proxy may be in between, or this page and the server differ in version. Reloading the page brings the new one.',
  ],
  refusedWhy: ['没有更改任何数据。可以重试。', 'Nothing was changed. Try again.'],
  forbiddenWhy: ['需要此权限时，请联系管理员。', 'Ask an administrator if you need it.'],
  noToken: ['没有可用的令牌', 'No valid token'],
  pageForbidden: ['此页面不被允许', 'This page is not allowed'],
  expired: ['登录已过期', 'Your session has expired'],
  expiredWhy: ['重新登录后会从这里继续。数据没有丢失。', 'Sign in again to go on from here. Nothing was changed.'],
  englishNameHelp: [
    '界面为英文时显示。留空则两种语言都显示上面的名称。',
    'Shown in English consoles. Leave it empty where the name above is English, or holds in both languages.',
  ],
  favourite: ['收藏', 'Favourite'],
  filters: ['筛选条件', 'Filters'],
  removeFilter: ['移除筛选：{{name}}', 'Remove the filter {{name}}'],
  clearFilters: ['清除筛选', 'Clear filters'],
  leaveTitle: ['放弃未保存的更改？', 'Leave without saving?'],
  leaveWhy: ['离开后，在此所做的更改不会保留。', 'What was changed here is then lost.'],
  leave: ['放弃更改', 'Discard changes'],
})
