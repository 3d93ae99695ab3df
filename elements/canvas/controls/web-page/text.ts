import { defineText } from '../../../../core/text/define-text.ts'

export const text = defineText({
  name: ['网页', 'Web page'],
  title: ['标题', 'Title'],
  url: ['网页地址', 'Address of the page'],
  everyS: ['刷新间隔', 'Load anew every'],
  hasFrame: ['显示背景', 'Show a background'],
  noPage: ['未设置网页', 'No page set'],
  noPageWhy: ['在属性中填写网页地址。', 'Enter the address of a page in the properties.'],
  badAddress: ['网页地址无效', 'This is not a web address'],
  badAddressWhy: ['地址须以 http:// 或 https:// 开头。', 'It has to begin with http:// or https://.'],
  mixed: ['HTTPS 页面不能显示 HTTP 网页', 'A page of https cannot show one of http'],
  mixedWhy: ['改用 https 网页地址。', 'Use an address of https.'],
  policy: ['页面安全策略不允许 {{host}}', 'The page’s security policy forbids {{host}}'],
  policyWhy: [
    '在控制台中，由管理员在“个性化设置 > 允许的地址”中允许（或由服务器的运维人员通过 FRAME_HOSTS），再重新载入页面；在其他页面中，由该页面的维护者允许（frame-src）。',
    'In the console, an administrator allows it in Personalization, Allowed hosts (or whoever runs the server by FRAME_HOSTS), then load the page anew; elsewhere, whoever keeps the page (frame-src).',
  ],
  slow: ['网页没有加载完成', 'The page has not loaded'],
  slowWhy: [
    '网络可能不通，或该网站不允许嵌入其他页面。',
    'The network may be down, or the site does not let itself be shown within other pages.',
  ],
  open: ['在新标签页打开', 'Open in a new tab'],
  notThen: ['回放不包含网页', 'A replay has no web page'],
  notThenWhy: ['网页仅在实时画面中显示。', 'Web pages are shown live only.'],
})
