import type { Shown } from './control-shape.ts'
import type { StateName, Words } from './shape.ts'

export type UiLanguage = keyof Words

/** The page's own language: said by the server on `<html>`. */
export const ui: UiLanguage = document.documentElement.lang.startsWith('zh') ? 'zh' : 'en'

const WORDS = {
  otherLanguage: ['English', '中文'],
  toDark: ['深色', 'Dark'],
  toLight: ['浅色', 'Light'],
  lead: [
    '每个元素一页：在真实的演示数据上试用属性、状态、主题与语言，复制代码，查看事件。',
    'A page for each element, on live demo data: turn its attributes, see its states, themes and languages, copy the snippet, watch its events.',
  ],
  search: ['搜索元素和控件', 'Search elements and controls'],
  noMatch: ['没有匹配的元素。', 'No element matches.'],
  leaves: ['实时小元素', 'Live leaves'],
  leavesWhy: ['不含 React，合计不超过 30 KB。', 'Without React, 30 KB together.'],
  screens: ['界面', 'Screens'],
  screensWhy: ['完整的界面，彼此共享代码。', 'Whole screens, which share their code.'],
  console: ['打开控制台', 'Open the console'],
  away: [
    '无法读取元素列表：请检查控制台是否在运行，然后重新加载。',
    'The list of elements cannot be read: check that the console runs, and reload.',
  ],
  stage: ['演示', 'Stage'],
  kitAway: [
    '控制台的脚本未能加载：请检查控制台是否在运行，然后重新加载。',
    "The console's script did not load: check that the console runs, and reload.",
  ],
  state: ['状态', 'State'],
  states: ['状态', 'States'],
  shows: ['当前', 'Now'],
  how: ['如何达到', 'How'],
  knobs: ['属性', 'Attributes'],
  noKnobs: ['此元素没有自己的属性。', 'This element has no attributes of its own.'],
  around: ['环境', 'Surroundings'],
  colours: ['颜色', 'Colours'],
  coloursWhy: ['写在元素或其任何上级上的 CSS 属性。', 'Custom properties on the tag or anything above it.'],
  reset: ['恢复', 'Reset'],
  resetAll: ['全部恢复', 'Reset all'],
  reload: ['重新加载演示', 'Reload stage'],
  theme: ['主题', 'Theme'],
  language: ['语言', 'Language'],
  direction: ['方向', 'Direction'],
  density: ['密度', 'Density'],
  width: ['宽度', 'Width'],
  hostCss: ['页面 CSS', "Page's CSS"],
  zone: ['时区', 'Time zone'],
  byDefault: ['默认', 'default'],
  motion: ['动画遵循系统的“减弱动态效果”设置。', "Motion follows the system's setting for reduced motion."],
  full: ['全宽', 'Full'],
  cssNone: ['无', 'None'],
  cssHostile: ['* { … !important }', '* { … !important }'],
  cssReset: ['重置样式表', 'A framework’s reset'],
  cssSerif: ['大号衬线字体', 'Large serif'],
  cssDark: ['深色页面', 'Dark page'],
  notNumber: ['此处应为数字。', 'A number is needed here.'],
  notJson: ['此处应为 JSON：', 'JSON is needed here: '],
  allPoints: ['不选则显示全部', 'all when none is chosen'],
  snippet: ['代码', 'Snippet'],
  copy: ['复制', 'Copy'],
  copied: ['已复制', 'Copied'],
  notCopied: ['无法复制，请手动选择。', 'Not copied: select the text yourself.'],
  tokenUrl: [
    'token-url 是门户自己的接口：POST 返回 {"token": "…"}，由门户服务器用嵌入密钥签名。',
    'token-url is the portal’s own endpoint: a POST answers {"token": "…"}, signed by the portal’s server with its embed key.',
  ],
  events: ['事件', 'Events'],
  noEvents: ['还没有事件。操作元素后会出现在这里。', 'No events yet: they appear as the element is used.'],
  clear: ['清空', 'Clear'],
  prevent: ['调用 preventDefault()', 'Call preventDefault()'],
  prevented: ['已阻止', 'prevented'],
  docs: ['文档', 'Reference'],
  docAttributes: ['属性', 'Attributes'],
  docProperties: ['JavaScript 属性', 'Properties'],
  docEvents: ['事件', 'Events'],
  docSlots: ['插槽', 'Slots'],
  docParts: ['::part', 'Parts'],
  docCss: ['CSS 属性', 'CSS properties'],
  name: ['名称', 'Name'],
  type: ['类型', 'Type'],
  fallback: ['默认值', 'Default'],
  description: ['说明', 'Description'],
  allElements: ['全部元素', 'All elements'],
  strange: ['地址中有此页面不认识的内容，已忽略：', 'The address holds what this page does not know, and is ignored: '],
  close: ['关闭', 'Close'],
  controls: ['组态控件', 'Controls of the canvas'],
  controlsWhy: ['组态画面用它们绘制。', 'What configuration screens are drawn with.'],
  allControls: ['全部控件', 'All controls'],
  properties: ['属性', 'Properties'],
  grey: ['灰色样式', 'Grey'],
  coloured: ['彩色样式', 'Coloured'],
  binding: ['绑定', 'Binding'],
  boundProperty: ['绑定的属性', 'Bound property'],
  unbound: ['不绑定', 'None'],
  device: ['设备', 'Device'],
  point: ['变量', 'Point'],
  resetControl: ['恢复默认值', 'Reset'],
  controlDocument: ['画面中的控件', 'The control in a screen'],
  library: ['图元库', 'Library'],
  searchSymbols: ['搜索图元', 'Search symbols'],
  noSymbol: ['没有匹配的图元。', 'No symbol matches.'],
  fromTo: ['范围', 'Range'],
  noAlarm: ['演示设备当前没有未恢复的报警。', 'No alarm is open on the demo devices right now.'],
} as const satisfies Record<string, readonly [zh: string, en: string]>

export const t = Object.fromEntries(
  Object.entries(WORDS).map(([key, pair]) => [key, pair[ui === 'zh' ? 0 : 1]]),
) as Record<keyof typeof WORDS, string>

export const STATE_WORDS: Record<StateName, string> = Object.fromEntries(
  Object.entries({
    ready: ['就绪', 'Ready'],
    loading: ['加载中', 'Loading'],
    empty: ['空', 'Empty'],
    stale: ['过期', 'Stale'],
    offline: ['离线', 'Offline'],
    forbidden: ['无权限', 'Forbidden'],
    expired: ['令牌过期', 'Expired'],
    error: ['错误', 'Error'],
  }).map(([state, pair]) => [state, pair[ui === 'zh' ? 0 : 1]]),
) as Record<StateName, string>

/** How each of a control's states is reached. */
const SHOWN_PAIRS: Record<Shown, { name: Words; how: Words }> = {
  good: {
    name: { zh: '正常', en: 'Good' },
    how: { zh: '绑定到所选设备的变量。', en: 'Bound to a point of the device chosen.' },
  },
  stale: {
    name: { zh: '过期', en: 'Stale' },
    how: {
      zh: '绑定到上报一次后不再上报的测试台（TS0001）。',
      en: 'Bound to the test stand (TS0001), which reported once and fell silent.',
    },
  },
  bad: {
    name: { zh: '坏值', en: 'Bad' },
    how: { zh: '绑定的表达式除以零，无法计算。', en: 'Bound to an expression that divides by zero.' },
  },
  missing: {
    name: { zh: '变量不存在', en: 'No such point' },
    how: { zh: '绑定到设备没有的变量。', en: 'Bound to a point that the device does not have.' },
  },
  alarm: {
    name: { zh: '报警', en: 'Alarm' },
    how: { zh: '绑定到有未恢复或未确认报警的变量。', en: 'Bound to a point with an open alarm.' },
  },
}
export const shownName = (shown: Shown): string => SHOWN_PAIRS[shown].name[ui]
export const shownHow = (shown: Shown): string => SHOWN_PAIRS[shown].how[ui]
