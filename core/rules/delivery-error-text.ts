import type { Language, Words } from '../catalogue/words.ts'

/** As the server keeps them, in English; # stands for the HTTP status of an answer. */
const KNOWN: readonly Words[] = [
  {
    en: 'no such host on the internet: mend the address, or have its host and port listed in PRIVATE_HOSTS',
    zh: '互联网上没有该主机：修改地址，或让服务器管理员把主机和端口列入 PRIVATE_HOSTS',
  },
  { en: 'http is only for hosts that are listed', zh: 'http 只用于服务器管理员列出的主机：地址应以 https:// 开头' },
  { en: 'nothing was answered', zh: '对方没有应答' },
  { en: 'the answer was #', zh: '对方应答 #' },
  { en: 'the SMS gateway answered #', zh: '短信网关应答 #' },
  { en: 'the WeChat gateway answered #', zh: '微信网关应答 #' },
  { en: 'no provider is set up', zh: '未配置发送服务' },
  { en: 'the webhook was deleted', zh: 'Webhook 已删除' },
  {
    en: 'its maker is no administrator any more: another one takes it over by saving it',
    zh: '创建者已不是管理员：由其他管理员保存一次即可接管',
  },
  { en: 'the server ended before it was sent', zh: '发送前服务器已停止' },
]

/** Why a message was not delivered, in the reader's language; what another server said of it stays in its own words. */
export function deliveryErrorText(error: string, lang: Language): string {
  if (lang === 'en') return error
  const [, before = error, status = ''] = /^(.* )(\d{3})$/.exec(error) ?? []
  const kept = status === '' ? error : `${before}#`
  return KNOWN.find(({ en }) => en === kept)?.zh.replace('#', status) ?? error
}
