import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  label: ['图形验证码', 'Graphic code'],
  picture: ['四个字母或数字，不分大小写', 'Four letters or digits, in any case'],
  another: ['换一张', 'Another picture'],
  failed: ['图片未能加载，可换一张', 'The picture did not load; ask for another'],
})
