import { LIMITS } from './limits.ts'
import type { Words } from './words.ts'

const HISTORY_WITHOUT_GPS = { zh: '绑定设备不支持 GPS', en: 'The bound device does not support GPS' } as const

/** Codes whose number and meaning the product's specification gives. */
export const SPECIFIED = {
  '50014': { zh: '登录状态已失效，请重新登录', en: 'The session has ended: sign in again' },

  '100001': { zh: '操作成功', en: 'Done' },
  '100002': { zh: '操作失败', en: 'The operation failed' },
  '100003': { zh: '服务异常，请稍后重试', en: 'The service failed: try again later' },
  '100005': { zh: '参数校验失败', en: 'A parameter is missing or not valid' },
  '100006': { zh: '参数校验失败，请检查输入内容', en: 'A parameter is not valid: check what was entered' },
  '100009': { zh: '令牌无效，请重新登录', en: 'The token is not valid: sign in again' },
  '100014': { zh: '操作用户不存在', en: 'The operating user does not exist' },
  '100015': { zh: '无操作权限', en: 'You do not have permission to do this' },
  '100017': { zh: '短信发送失败，请稍后重试', en: 'The SMS could not be sent: try again later' },
  '100019': { zh: '操作次数已达上限', en: 'The limit for this operation is reached' },
  '100024': { zh: '账号未验证', en: 'The account is not verified' },
  '100027': { zh: '设备忙，请稍后重试', en: 'The device is busy: try again later' },

  '110001': { zh: '登录名或密码不能为空', en: 'Enter a login name and a password' },
  '110002': { zh: '图形验证码错误', en: 'The graphic code is wrong' },
  '110003': { zh: '用户名或密码错误', en: 'The user name or password is wrong' },
  '110004': { zh: '非法域名', en: 'This domain is not allowed' },
  '110310': { zh: '用户不存在', en: 'The user does not exist' },
  '110313': { zh: '用户名已存在', en: 'This user name exists: choose another' },
  '110314': { zh: '短信验证码不匹配', en: 'The SMS code does not match' },
  '110316': { zh: '该手机号已注册', en: 'This phone number is already registered' },
  '110321': { zh: '管理员不可删除', en: 'An administrator cannot be deleted' },
  '110323': { zh: '邮箱已被使用', en: 'This email address is already in use' },
  '110326': { zh: '邮箱验证码不匹配', en: 'The email code does not match' },
  '110426': { zh: '用户未激活', en: 'The user is not activated' },
  '110429': { zh: '用户不能删除自己', en: 'Users cannot delete themselves' },

  '110509': { zh: '设备不存在', en: 'The device was not found' },
  '110510': { zh: '设备未注册', en: 'The device is not registered' },
  '110526': { zh: '该报警已确认', en: 'This alarm is already confirmed' },
  '110528': { zh: '设备编码或密码错误', en: 'The device code or password is wrong' },
  '110530': { zh: '部署地址不能为空', en: 'Enter a deployment address' },
  '110531': { zh: '联系人不能为空', en: 'Enter a contact name' },
  '110532': { zh: '联系电话不能为空', en: 'Enter a contact phone' },
  '110533': { zh: '设备分组不能为空', en: 'Choose a device group' },
  '110534': { zh: '设备已注册', en: 'The device is already registered' },
  '110535': { zh: '无权注销该设备', en: 'You have no right to deregister this device' },
  '110536': { zh: 'VPN 已启动', en: 'The VPN is already started' },
  '110537': { zh: '设备未分享给该用户', en: 'The device is not shared to this user' },
  '110538': { zh: '无权转移该设备', en: 'You have no right to transfer this device' },
  '110539': { zh: '无写入权限', en: 'You have no right to write to this device' },
  '110541': {
    zh: `导出数据超过 ${LIMITS.exportRows} 条，请缩小范围`,
    en: `The export exceeds ${LIMITS.exportRows} rows: narrow the range`,
  },
  '110542': { zh: '开始时间或结束时间不能为空', en: 'Enter a start time and an end time' },
  '110543': { zh: '设备标识错误', en: 'The device identifier is wrong' },
  '110544': { zh: '未分配历史数据', en: 'No history is assigned to this device' },
  '110565': { zh: '设备固件版本过低，请先升级', en: 'The device firmware is too old: update it first' },
  '110582': { zh: '历史数据不存在', en: 'There is no history data' },

  '111000': { zh: '统计类型不能为空', en: 'Choose a statistics type' },
  '111001': { zh: '统计类型不能为空', en: 'Choose a statistics type' },
  '113000': { zh: '该用户已绑定微信', en: 'The user is already bound to WeChat' },

  '118807': HISTORY_WITHOUT_GPS,
  // The history query's own codes show the message of 118807, by the specification.
  '118901': HISTORY_WITHOUT_GPS,
  '118902': HISTORY_WITHOUT_GPS,

  '200811': { zh: '未配置设备历史数据', en: 'No history is configured for this device' },
  '201801': { zh: '文件无效', en: 'The file is not valid' },
  '202001': { zh: '用户组不存在', en: 'The user group was not found' },
  '202002': { zh: '名称重复，请更换', en: 'This name exists: choose another' },
  '202003': { zh: '使用中，无法删除', en: 'It is in use and cannot be deleted' },
  '202301': { zh: '分组名称重复', en: 'This group name exists: choose another' },
} as const satisfies Record<string, Words>
