import { type Example, FOR_USERS_ONCE } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '日志：对设备的写入、登录、设备上下线和报警处理，谁在何时做了什么。需要登录，令牌看不到它。',
    en: 'Logs: writes to devices, sign-ins, devices that come and go, and alarm handling. For signed-in users; tokens are refused.',
  },
  attributes: { kind: { offers: ['operation', 'login', 'device', 'alarm'] } },
  states: FOR_USERS_ONCE,
  height: 560,
}
