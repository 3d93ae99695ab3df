import { type Example, FOR_USERS } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '模板数据源：把模板下所有设备的变量汇总成一个值，查看当前结果。需要用户登录，令牌看不到它。',
    en: 'Data sources of a template: points of all its devices as one value, and what they come to now. For signed-in users; tokens are refused.',
  },
  attributes: { template: { value: '1' } },
  states: FOR_USERS,
  height: 560,
}
