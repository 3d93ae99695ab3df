import type { Language, Words } from '../catalogue/words.ts'

/** What is said of a fault that the list does not have: its own words may name hosts of the server's network. */
const UNKNOWN: Words = { en: 'it could not be sent', zh: '发送失败' }

/** As the server keeps them, in English; # stands for the status of an answer. */
const KNOWN: readonly Words[] = [
  {
    en: 'no such host on the internet: mend the address, or have its host and port listed in PRIVATE_HOSTS',
    zh: '互联网上没有该主机：修改地址，或让服务器管理员把主机和端口列入 PRIVATE_HOSTS',
  },
  { en: 'http is only for hosts that are listed', zh: 'http 只用于服务器管理员列出的主机：地址应以 https:// 开头' },
  { en: 'nothing was answered', zh: '对方没有应答' },
  { en: 'the answer was #', zh: '对方应答 #' },
  { en: 'the address is not allowed', zh: '不允许该地址' },
  { en: 'the SMS gateway answered #', zh: '短信网关应答 #' },
  { en: 'the SMS gateway did not answer', zh: '短信网关没有应答' },
  { en: 'the WeChat gateway answered #', zh: '微信网关应答 #' },
  { en: 'the WeChat gateway did not answer', zh: '微信网关没有应答' },
  { en: 'the mail server answered #', zh: '邮件服务器应答 #' },
  { en: 'the mail server did not answer', zh: '邮件服务器没有应答' },
  { en: 'its reader may no longer see all that it tells of', zh: '收件人已无权查看其中的全部内容' },
  { en: 'no provider is set up', zh: '未配置发送服务' },
  { en: 'too many events waited for the webhook: the oldest were given up', zh: '等待发送的事件过多，最早的已放弃' },
  { en: 'the webhook was deleted', zh: 'Webhook 已删除' },
  {
    en: 'its maker is no administrator any more: another one takes it over by saving it',
    zh: '创建者已不是管理员：由其他管理员保存一次即可接管',
  },
  { en: 'the server ended before it was sent', zh: '发送前服务器已停止' },
  UNKNOWN,
]

function find(error: string): Words | undefined {
  const [, before = error, status = ''] = /^(.* )(\d{3})$/.exec(error) ?? []
  const words = KNOWN.find(({ en }) => en === (status === '' ? error : `${before}#`))
  return words && { en: error, zh: words.zh.replace('#', status) }
}

/** What is kept of an error for those who read the list of messages. */
export const keptDeliveryError = (error: unknown): string =>
  (error instanceof Error ? find(error.message) : undefined)?.en ?? UNKNOWN.en

/** Why a message was not delivered, in the reader's language. */
export const deliveryErrorText = (error: string, lang: Language): string => find(error)?.[lang] ?? error
