import type { Problem } from '../../../core/catalogue/problems.ts'
import type { Words } from '../../../core/catalogue/words.ts'

/** What more there is to say of a problem than its own sentence: the docs show it below that. */
export const MENDS: { readonly [P in Problem]?: Words } = {
  'bad-attribute': {
    zh: '数字属性写数字，如 limit="5"；布尔属性写上即为真，compact="false" 为假；对象属性写 JSON。浏览器控制台会写明是哪个属性、读到了什么。',
    en: 'Numbers are written as limit="5"; a boolean is true when the attribute is there, and false as compact="false"; objects are written as JSON. The browser’s log names the attribute and what was read.',
  },
  'bad-property': {
    zh: '属性保持原值。文本属性可设字符串或数字；对象属性要设对象本身，而不是字符串。',
    en: 'The property keeps what it had. Texts take a string or a number; objects take the object itself, not a string.',
  },
  'no-connection': {
    zh: '元素先看自己的 connection 属性，再向上找最近的 <sg-connection>（可穿过 shadow root），最后用页面的默认连接：<sg-connection default>，或脚本中的 $defaultConnection.set(connect({…}))。3 秒内找不到即显示此提示；之后出现也会接上。',
    en: 'An element looks at its own connection property, then for the nearest <sg-connection> above it, through shadow roots, then for the page’s default: <sg-connection default>, or $defaultConnection.set(connect({…})) from script. It says so after 3 seconds, and still connects when one comes later.',
  },
  'connection-not-loaded': {
    zh: '<script type="module" src="…/elements/live.js"></script> 定义 <sg-connection> 和实时小元素；sightglass.js 会按页面上的标签加载所需的一切。单个元素的脚本（如 sg-alarm-feed.js）只定义它自己。',
    en: '<script type="module" src="…/elements/live.js"></script> defines <sg-connection> and the live elements; sightglass.js loads whatever the tags on the page need. The script of one element, such as sg-alarm-feed.js, defines that element alone.',
  },
  'base-url-path': {
    zh: '带路径只在反向代理把整个服务放在某个目录下时才对，例如 https://portal.example/sightglass/ 转发到控制台的根。',
    en: 'A path is right only where a reverse proxy serves all of the console below a folder: https://portal.example/sightglass/ that forwards to the console’s root.',
  },
  'not-a-console': {
    zh: '在浏览器里打开 <base-url>/healthz，应看到 {"status":"ok"}。看到登录页或错误页，说明中间的代理替换了回复。',
    en: 'Open <base-url>/healthz in the browser: it should say {"status":"ok"}. A sign-in page or an error page there comes from a proxy in between.',
  },
  'blocked-by-policy': {
    zh: "最低需要：script-src 控制台；connect-src 控制台及其 ws 地址；img-src 控制台 data: blob:；style-src 'self'。见上文“内容安全策略”。",
    en: "The least that is needed: script-src the console; connect-src the console and its ws address; img-src the console data: blob:; style-src 'self'. See “Content-Security-Policy” above.",
  },
  'server-away': {
    zh: '元素会自己重试，恢复后继续显示，无需刷新。若一直如此：检查地址和端口，检查控制台的 CORS_ORIGINS 是否允许此页面的来源。公网页面访问内网的控制台时，浏览器还会先询问用户（本地网络访问）。',
    en: 'Elements try again by themselves and go on without a reload. If it stays: check the address and port, and whether CORS_ORIGINS of the console lets this page’s origin in. Where a public page calls a console in the local network, browsers ask their user first (local network access).',
  },
  'no-token': {
    zh: '门户的用户尚未登录时，token-url 可回复 401，登录后元素自行继续；用 getToken 时返回 null。',
    en: 'While nobody is signed in at the portal, token-url may answer 401 and getToken null; elements go on once there is a token.',
  },
  'get-token-failed': {
    zh: 'getToken 给出令牌文本本身，如 async () => (await (await fetch("/token", {method: "POST"})).json()).token，而不是 {"token": "…"}；尚未登录时给出 null。',
    en: 'getToken gives the text of the token itself, as async () => (await (await fetch("/token", {method: "POST"})).json()).token does, not {"token": "…"}; and null while nobody is signed in.',
  },
  'token-timeout': {
    zh: '令牌请求 20 秒没有答复即放弃，随后再试：先隔 2 秒，逐次加倍，最长 60 秒。getToken 收到一个 AbortSignal，放弃时中止：(signal) => fetch(url, {signal})。',
    en: 'A request for a token is given up after 20 seconds and made again: 2 seconds later, then ever more rarely, up to 60 seconds. getToken is handed an AbortSignal that is aborted then: (signal) => fetch(url, {signal}).',
  },
  'token-url-failed': {
    zh: '元素以 POST 请求该地址，并带上门户的 Cookie。另一个来源的地址需要回复 Access-Control-Allow-Origin（此页面的来源）和 Access-Control-Allow-Credentials: true。',
    en: 'Elements ask it by POST, with the portal’s cookies. An endpoint of another origin has to answer Access-Control-Allow-Origin with this page’s origin and Access-Control-Allow-Credentials: true.',
  },
  'token-garbage': {
    zh: '头部必须是 {"alg":"HS256","typ":"JWT","kid":"<密钥名.版本>"}，总长不超过 4096 字节。各语言的现成代码见“系统 - 嵌入”。',
    en: 'Its header has to be {"alg":"HS256","typ":"JWT","kid":"<key.version>"}, and all of it at most 4096 bytes. Ready code for six languages stands under System, Embedding.',
  },
  'token-signature': {
    zh: '签名用的是嵌入密钥最后一个点之后的部分。更换密钥后，门户服务器必须使用新的密钥。',
    en: 'What signs is the part of the embed key behind its last dot. After a rotation the portal’s server needs the new key.',
  },
  'token-claims': {
    zh: 'iss 与头部的 kid 相同；iat 和 exp 为秒；name 不含控制字符；actions 为 read、write、confirm 的子集；resources 为 {"devices":[…]}、{"groups":[…]}、{"dashboards":[…]} 或 {"all":true}。',
    en: 'iss is the header’s kid; iat and exp are in seconds; name has no control characters; actions are some of read, write, confirm; resources is {"devices":[…]}, {"groups":[…]}, {"dashboards":[…]} or {"all":true}.',
  },
  'token-expired': {
    zh: '允许两边时钟相差 60 秒。元素在令牌寿命的 80% 时取新的，失败会再试；每次都要签发新令牌，不要缓存旧的。',
    en: 'Clocks may differ by 60 seconds. Elements ask for the next token at 80 % of its life, and again after a failure: sign a new one each time, and keep none.',
  },
  'token-early': {
    zh: '允许两边时钟相差 60 秒。请在门户服务器上启用 NTP；浏览器的时钟不影响令牌。',
    en: 'Clocks may differ by 60 seconds. Let NTP run on the portal’s server; the clock of the browser does not matter.',
  },
  'origin-not-allowed': {
    zh: '来源要完全一致：协议、域名和端口，例如 https://portal.example:8443，不带路径，不用通配符。file:// 页面没有来源，不能使用。',
    en: 'An origin has to match exactly, by scheme, host and port, such as https://portal.example:8443, without path or wildcard. Pages of file:// have no origin and cannot be used.',
  },
  'unknown-device': {
    zh: '为了不泄露别人的设备，不存在和不允许的回答相同。令牌的 resources 与嵌入密钥的 resources 都要包含它。',
    en: 'What does not exist and what is not allowed are answered alike, so that nobody learns of others’ devices. Both the token’s resources and those of its embed key have to hold it.',
  },
  slow: {
    zh: '元素会继续等待并自行显示。常见原因：慢的网络、代理缓冲了回复、控制台过载。',
    en: 'The element goes on waiting and shows itself then. Mostly it is a slow network, a proxy that holds replies back, or a console under load.',
  },
  'trusted-types': {
    zh: '页面使用 require-trusted-types-for 时，写 trusted-types sightglass。策略由页面上的所有 Sightglass 脚本共用，不需要 allow-duplicates，除非页面自己有同名策略；页面自己的 lit 可以保留 lit-html。',
    en: 'A page with require-trusted-types-for says trusted-types sightglass. All scripts of Sightglass on a page share that policy, without allow-duplicates unless the page has a policy of that name itself; lit-html is left to the page’s own lit.',
  },
  'page-properties': {
    zh: '多数名称（如 extend、each、clone）无妨。与浏览器或 React 的选项同名的会使元素失效，例如 get、set、value、signal、style、ref、unit、month；Array.prototype、String.prototype 上的 toJSON 也是：浏览器和库会把它们当作传入的选项。',
    en: 'Most names, such as extend, each and clone, do no harm. Those that browsers or React read as options do: get, set, value, signal, style, ref, unit, month and the like, which look as if they were passed; and toJSON on the prototypes of arrays or strings, which changes what is sent.',
  },
  'load-failed': {
    zh: '脚本必须以 JavaScript 的 MIME 类型发送。旧服务器做不到时，用经典脚本 sightglass.iife.js。',
    en: 'Scripts have to be sent with the MIME type of JavaScript. Where an old server cannot, use the classic script sightglass.iife.js.',
  },
}
