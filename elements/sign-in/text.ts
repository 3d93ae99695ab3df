import { defineText } from '../../core/text/define-text.ts'

export const text = defineText({
  name: ['用户名或手机号', 'User name or phone'],
  password: ['密码', 'Password'],
  signIn: ['登录', 'Sign in'],
  nameMissing: ['输入用户名或手机号', 'Enter a user name or phone number'],
  passwordMissing: ['输入密码', 'Enter the password'],
  refused: ['用户名或密码错误', 'The user name or password is wrong'],
  tooMany: ['尝试次数过多，15 分钟后再试', 'Too many attempts; try again in 15 minutes'],
  unreachable: ['无法连接服务器，请检查网络后重试', 'The server cannot be reached; check the network and try again'],
  failed: ['登录没有成功，可以重试', 'The sign-in did not succeed; try again'],
})
