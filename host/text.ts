import { defineText } from '../core/text/define-text.ts'

export const text = defineText({
  skip: ['跳到内容', 'Skip to content'],
  menu: ['菜单', 'Menu'],
  openPages: ['已打开的页面', 'Open pages'],
  closePage: ['关闭“{{name}}”', 'Close {{name}}'],
  collapse: ['收起菜单', 'Collapse the menu'],
  expand: ['展开菜单', 'Expand the menu'],
  more: ['更多', 'More'],

  live: ['实时', 'Live'],
  reconnecting: ['正在重连', 'Reconnecting'],
  offline: ['已断开', 'Offline'],
  liveWhy: ['数值随设备上报更新', 'Values arrive as devices report them'],
  reconnectingWhy: ['显示的是断开前的数值', 'What is shown is from before the line broke'],
  offlineWhy: ['与服务器没有连接，数值不会更新', 'There is no connection to the server; values do not change'],

  openAlarms: ['{{count}} 条未结束的报警', '{{count}} open alarms', '{{count}} open alarm'],
  noOpenAlarms: ['没有未结束的报警', 'No open alarms'],
  earlier: ['（先前）', '(earlier)'],
  alarmsUnknown: ['报警数量未知', 'Number of alarms not known'],

  language: ['语言', 'Language'],
  theme: ['主题', 'Theme'],
  auto: ['跟随系统', 'As the system'],
  light: ['浅色', 'Light'],
  dark: ['深色', 'Dark'],
  hp: ['高性能（灰阶）', 'High performance (grey)'],
  account: ['账号：{{name}}', 'Account: {{name}}'],
  signOut: ['退出登录', 'Sign out'],
  wall: ['大屏模式', 'Wall mode'],
  leaveWall: ['退出大屏模式', 'Leave wall mode'],

  signIn: ['登录', 'Sign in'],
  tagline: ['工业设备监控云平台', 'Industrial device monitoring'],
  signedInAs: ['已登录：{{name}}', 'Signed in as {{name}}'],
  goOn: ['进入控制台', 'Open the console'],
  otherAccount: ['使用其他账号登录：', 'Or sign in to another account:'],
  expired: ['登录已过期，重新登录后将回到刚才的页面。', 'The session is over. Sign in to return to where you were.'],

  noAccess: ['抱歉，您没有权限访问此页面', 'Sorry, you have no access to this page'],
  noAccessWhy: [
    '此地址不存在，或不对您开放。没有更改任何数据。',
    'The address does not exist or is not open to you. Nothing was changed.',
  ],
  notPermitted: ['您的角色没有此页面的权限', 'Your role does not hold the right for this page'],
  notPermittedWhy: ['需要此页面时，请联系管理员。', 'Ask an administrator where you need it.'],
  notFound: ['页面不存在', 'There is no such page'],
  notFoundWhy: ['链接可能已过期，或地址有误。', 'The link may be old, or the address mistyped.'],
  back: ['返回', 'Go back'],
  home: ['回到首页', 'Go to the first page'],

  notBuilt: ['“{{name}}”尚未提供', '{{name}}: not available yet'],
  screenFailed: ['此页面未能加载', 'This page could not be loaded'],
  screenFailedWhy: ['数据没有丢失。请检查网络后重试。', 'No data is lost. Check the network, then try again.'],
  rightsFailed: ['无法读取您的权限', 'Your rights could not be read'],

  wentOffline: ['网络已断开', 'The network is gone'],
  wentOfflineWhy: [
    '数值停止更新，恢复前无法操作设备。网络恢复后会自动重连。',
    'Values stop changing, and devices cannot be operated. The console reconnects when the network is back.',
  ],
  cameOnline: ['网络已恢复', 'The network is back'],
  cameOnlineWhy: ['正在重新连接，数值即将更新。', 'The console is connecting again; values follow.'],
})
