import { isForbidden } from './forbidden-codes.ts'
import type { Words } from './words.ts'

/**
 * What the author of an embedding page can get wrong, and what the page's surroundings can do to an element: a name, and
 * one sentence that says what to mend. `sg-error` carries the name as `problem`; `/docs/embedding#<name>` has more.
 */
export const PROBLEMS = {
  'bad-attribute': {
    zh: '此元素的一个属性无法读取，请按文档填写。',
    en: 'An attribute of this element cannot be read: write it as the docs say.',
  },
  'bad-property': {
    zh: '此元素的一个属性（property）类型不对，已忽略。',
    en: 'A property of this element was set to a value of another type, and is ignored.',
  },
  'missing-sn': {
    zh: '缺少设备：请写上 sn 属性，例如 sn="WW0001"。',
    en: 'No device is named: write the attribute sn, such as sn="WW0001".',
  },
  'missing-point': {
    zh: '缺少变量：请写上 point 属性，例如 point="flow"。',
    en: 'No point is named: write the attribute point, such as point="flow".',
  },
  'no-connection': {
    zh: '没有连接：请将此元素放在 <sg-connection> 内，或为页面设置默认连接，或设置 connection 属性。',
    en: 'Not connected: put this element inside an <sg-connection>, give the page a default connection, or set its connection property.',
  },
  'connection-not-loaded': {
    zh: '页面上写有 <sg-connection>，但没有脚本定义它：请加载 live.js，或用 sightglass.js 代替单个元素的脚本。',
    en: 'An <sg-connection> stands on this page, but no script defines it: add live.js, or sightglass.js in place of the scripts of single elements.',
  },
  'bad-base-url': {
    zh: 'base-url 不是地址：请写成 https://console.example.com。',
    en: 'base-url is not an address: write it as https://console.example.com.',
  },
  'base-url-scheme': {
    zh: 'base-url 必须以 http:// 或 https:// 开头。',
    en: 'base-url has to begin with http:// or https://.',
  },
  'base-url-path': {
    zh: 'base-url 带有路径，而那里没有 Sightglass：通常只需写到域名和端口，不带 /console。',
    en: 'base-url has a path, and Sightglass does not answer below it: mostly the host and port alone are right, without /console.',
  },
  'mixed-content': {
    zh: '此页面是 https，而 base-url 是 http，浏览器会拦截：请让控制台使用 https。',
    en: 'This page is https and base-url is http, which browsers block: serve the console by https.',
  },
  'not-a-console': {
    zh: '该地址的回复不是来自 Sightglass：请检查 base-url，以及中间的代理。',
    en: 'What answers at this address is not Sightglass: check base-url, and the proxy in between.',
  },
  'blocked-by-policy': {
    zh: '此页面的内容安全策略拦截了连接：请在 connect-src 中加入控制台的地址（http 和 ws）。',
    en: "This page's Content-Security-Policy blocks the connection: add the console's address, http and ws, to connect-src.",
  },
  'server-away': {
    zh: '无法连接到控制台，正在自动重试：请检查网络和 base-url。',
    en: 'The console cannot be reached, and is tried again by itself: check the network and base-url.',
  },
  'two-connections': {
    zh: '此元素的 connection 属性与外层 <sg-connection> 指向不同的控制台，以属性为准：请去掉其中一个。',
    en: 'The connection property of this element and the <sg-connection> around it name different consoles; the property counts: remove one of them.',
  },
  'two-defaults': {
    zh: '页面上有两个默认的 <sg-connection>，以先出现的为准：请去掉一个 default。',
    en: 'Two <sg-connection> of this page are its default; the first one counts: remove one default.',
  },
  'no-token': {
    zh: '还没有令牌：门户中尚未登录，或 token-url 与 getToken 都未设置。登录后会自动继续。',
    en: 'No token yet: nobody is signed in at this portal, or neither token-url nor getToken is set. It goes on by itself after the sign-in.',
  },
  'two-token-sources': {
    zh: 'token、token-url、getToken 只能设置一个：依次以 getToken、token-url、token 为准。',
    en: 'Only one of token, token-url and getToken may be set: getToken counts before token-url, and that before token.',
  },
  'token-url-failed': {
    zh: 'token-url 没有给出令牌（网络错误或状态码不是 2xx），正在自动重试：请检查该接口。',
    en: 'token-url gave no token (network error, or a status other than 2xx), and is called again automatically: check that endpoint.',
  },
  'token-url-answer': {
    zh: 'token-url 的回复不对：应为 JSON {"token": "…"}。',
    en: 'token-url answered something else than JSON {"token": "…"}.',
  },
  'get-token-failed': {
    zh: 'getToken 抛出错误，或给出的既不是令牌文本也不是 null，正在自动重试：请检查该函数。',
    en: "getToken threw an error, or gave something else than a token's text or null, and is called again by itself: check that function.",
  },
  'token-timeout': {
    zh: '20 秒内没有得到令牌，正在自动重试：请检查 token-url 的接口，或 getToken 函数。',
    en: 'No token came within 20 seconds, and it is requested again automatically: check the endpoint of token-url, or the function getToken.',
  },
  'token-garbage': {
    zh: '此令牌无法读取：它应为用嵌入密钥以 HS256 签名的 JWT。',
    en: 'This token cannot be read: it has to be a JWT, signed with HS256 by an embed key.',
  },
  'token-signature': {
    zh: '此令牌不是由本控制台的嵌入密钥签名：请检查门户服务器保存的密钥。',
    en: "This token is not signed by an embed key of this console: check the key that the portal's server keeps.",
  },
  'token-claims': {
    zh: '此令牌的内容不全：需要 iss、iat、exp、sub、name、resources 和 actions。',
    en: 'This token lacks something: it has to say iss, iat, exp, sub, name, resources and actions.',
  },
  'token-expired': {
    zh: '此令牌已过期：请让门户签发新的令牌，并检查门户服务器的时钟。',
    en: "This token is over: let the portal sign a new one, and check the clock of the portal's server.",
  },
  'token-early': {
    zh: '此令牌的签发时间在未来：请校准门户服务器的时钟。',
    en: "This token was signed in the future: set the clock of the portal's server right.",
  },
  'token-too-long': {
    zh: '此令牌的有效期超过 10 分钟：请缩短 exp，元素会自动换新。',
    en: 'This token lives longer than 10 minutes: shorten exp; elements fetch the next one by themselves.',
  },
  'token-key': {
    zh: '签发此令牌的嵌入密钥已撤销、过期或更换：请在“系统 - 嵌入”中查看。',
    en: 'The embed key behind this token was revoked, rotated or is over: see System, Embedding in the console.',
  },
  'token-refused': {
    zh: '控制台不接受此令牌：请重新登录，或让门户签发新的令牌。',
    en: 'The console does not take this token: sign in again, or let the portal sign a new one.',
  },
  'origin-not-allowed': {
    zh: '此页面的来源不在嵌入密钥允许的列表中：请在“系统 - 嵌入”中加入它。',
    en: "This page's origin is not one that the embed key allows: add it under System, Embedding in the console.",
  },
  'unknown-device': {
    zh: '没有此设备，或令牌未包含它：请检查 sn，以及令牌的 resources。',
    en: "There is no such device, or the token does not name it: check sn, and the token's resources.",
  },
  'unknown-point': {
    zh: '此设备没有该变量：请检查 point。',
    en: 'This device has no such point: check point.',
  },
  'not-allowed': {
    zh: '令牌不允许此操作：请检查令牌和嵌入密钥的 actions。',
    en: 'The token does not allow this: check the actions of the token and of its embed key.',
  },
  refused: {
    zh: '控制台拒绝了此请求，原因见代码。',
    en: 'The console refused this; the code says why.',
  },
  'unknown-tag': {
    zh: '没有此标签的元素：请检查标签的拼写。',
    en: 'There is no element of this tag: check how it is spelt.',
  },
  'load-failed': {
    zh: '此部分未能加载，可能是网络中断。',
    en: 'This part could not be loaded. The network may be down.',
  },
  slow: {
    zh: '加载时间超过 10 秒，仍在等待：请检查网络和控制台。',
    en: 'This takes longer than 10 seconds, and is still waited for: check the network and the console.',
  },
  'trusted-types': {
    zh: "此页面的内容安全策略不允许 Sightglass 写入模板：请在 trusted-types 中加入 sightglass；页面自己已有同名策略时，再加入 'allow-duplicates'。",
    en: "This page's Content-Security-Policy refuses the templates of Sightglass: add sightglass to trusted-types, and 'allow-duplicates' where the page has a policy of that name itself.",
  },
  'page-properties': {
    zh: '此部分无法在此页面上显示：页面的脚本给所有对象都加了属性（{{names}}），请去掉它们或改用其他名称。',
    en: 'This part cannot be shown on this page, whose scripts have given all objects properties: {{names}}. Take these off, or give them other names.',
  },
  'view-failed': {
    zh: '此部分无法显示。数据没有丢失。',
    en: 'This part cannot be shown. Nothing was changed.',
  },
} as const satisfies Record<string, Words>

export type Problem = keyof typeof PROBLEMS

/** By the server's code, where it is the page's author who can mend it. */
const OF_CODE: Readonly<Record<string, Problem>> = {
  '110509': 'unknown-device',
  '110004': 'origin-not-allowed',
}

/**
 * The problem that a name, or a server's code, stands for. A newer server may know names that this program does not.
 */
export function problemNamed(name: string): Problem {
  if (Object.hasOwn(PROBLEMS, name)) return name as Problem
  return /^\d+$/.test(name) ? (OF_CODE[name] ?? (isForbidden(name) ? 'not-allowed' : 'refused')) : 'token-refused'
}

/** Where the console's docs speak of a problem. */
export const docsOf = (baseUrl: string, problem: string): string => new URL(`docs/embedding#${problem}`, baseUrl).href
