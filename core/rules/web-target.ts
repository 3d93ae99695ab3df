import type { Words } from '../catalogue/words.ts'

/** What is wrong with the address of a web page within the console: https, of a host that is allowed. Null where nothing is. */
export function wrongWebTarget(url: string, hosts: readonly string[]): Words | null {
  const address = URL.canParse(url) ? new URL(url) : null
  if (address?.protocol !== 'https:')
    return { zh: '地址须以 https:// 开头', en: 'must be an address that begins with https://' }
  if (address.username !== '' || address.password !== '')
    return { zh: '地址不能包含用户名和密码', en: 'may hold no user name or password' }
  if (hosts.includes(address.origin)) return null
  return {
    zh: `${address.origin} 不在允许的网页地址中：请先在“个性化设置”中添加`,
    en: `is of ${address.origin}, which is not among the allowed hosts of web pages: add it in Personalization first`,
  }
}
