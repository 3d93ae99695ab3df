import { defineText, type Lang, translate } from '../../../../core/text/define-text.ts'

const text = defineText({
  on: ['{{browser}}（{{system}}）', '{{browser}} on {{system}}'],
  wechat: ['微信', 'WeChat'],
  unknown: ['未知程序', 'Unknown program'],
})

/** In this order: most browsers also name those that they descend from. */
const BROWSERS: readonly [pattern: RegExp, name: string][] = [
  [/MicroMessenger\//, 'wechat'],
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bQQBrowser\//, 'QQ Browser'],
  [/\b(HuaweiBrowser|ArkWeb)\//, 'Huawei Browser'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bVersion\/\S+ .*\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly [pattern: RegExp, name: string][] = [
  [/\b(OpenHarmony|HarmonyOS)\b/, 'HarmonyOS'],
  [/\bWindows\b/, 'Windows'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]
const LONGEST = 60

const namedIn = (agent: string, rows: typeof BROWSERS) => rows.find(([pattern]) => pattern.test(agent))?.[1]

/** "Chrome on Windows"; what is neither a known browser nor on a known system, as it names itself, cut. */
export function agentText(agent: string, lang: Lang): string {
  const t = translate(text, lang)
  const known = namedIn(agent, BROWSERS)
  const browser = known === 'wechat' ? t.wechat : known
  const system = namedIn(agent, SYSTEMS)
  if (browser && system) return t.on({ browser, system })
  if (browser) return browser
  const raw = agent.trim()
  if (raw === '') return t.unknown
  return raw.length > LONGEST ? `${raw.slice(0, LONGEST)}…` : raw
}
