import { ALWAYS_READY, type Example } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '首次设置：用服务器打印的一次性链接创建第一个管理员。',
    en: 'First setup: the first administrator, by the one-time link that the server printed.',
  },
  states: ALWAYS_READY,
}
