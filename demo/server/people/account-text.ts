import type { Language, Words } from '../../../core/catalogue/words.ts'

const codeText = (code: string, zh: string, en: string): Words => ({
  zh: `验证码 ${code}，用于${zh}，10 分钟内有效。若非本人操作，请忽略。`,
  en: `Your code is ${code}, to ${en}; it is good for 10 minutes. Ignore this if it was not you.`,
})

/** What the product writes to people, by its purpose. */
export const MESSAGES = {
  register: (code: string) => codeText(code, '注册账号', 'open an account'),
  recover: (code: string) => codeText(code, '重设密码', 'set a new password'),
  bind: (code: string) => codeText(code, '绑定账号', 'bind this address to your account'),
  known: (): Words => ({
    zh: '此手机号或邮箱已有账号，可直接登录；忘记密码可在登录页找回。',
    en: 'There is an account with this address already: sign in, or recover the password on the sign-in page.',
  }),
}

const SUBJECT: Words = { zh: 'Sightglass 验证码', en: 'Your Sightglass code' }

/** Both languages, the reader's own first: the reader of the message may be another than the person who requested it. */
export const messageText = (words: Words, first: Language): { subject: string; body: string } => {
  const second: Language = first === 'zh' ? 'en' : 'zh'
  return { subject: SUBJECT[first], body: `${words[first]}\n${words[second]}` }
}
