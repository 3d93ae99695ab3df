import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  label: ['图形验证码', 'Captcha'],
  help: ['输入图中的 4 个字符，不区分大小写', 'The 4 characters in the picture, in any case'],
  picture: ['图形验证码图片', 'Picture of the graphic code'],
  another: ['换一张', 'Another picture'],
  failed: ['图片未能加载，请检查网络后换一张', 'The picture did not load; check the network and ask for another'],
  tooMany: ['换图过于频繁，一分钟后再换一张', 'Too many pictures; ask for another in a minute'],
  missing: ['输入图中的 4 个字符', 'Enter the 4 characters in the picture'],
  wrong: ['与图中字符不符，已换新图，请重新输入', 'That is not what the picture showed; here is another'],
})
