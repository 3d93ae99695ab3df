import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  title: ['隐私政策', 'Privacy policy'],
  intro: [
    '本页说明这套系统保存关于您的哪些数据、保存在哪里、保存多久，以及如何删除。它运行在您所访问的服务器上，由该服务器的运营方负责。',
    'This page says which data this console keeps about you, where, for how long, and how it is deleted. The console runs on the server that you are using now; the operator of that server is responsible for it.',
  ],

  what: ['保存哪些数据', 'What is kept'],
  account: ['账号数据', 'Account data'],
  accountIs: [
    '用户名、昵称、公司名称、手机号、邮箱、微信绑定、用户组、角色和权限。密码只保存无法还原的散列值。',
    'User name, nickname, company name, phone, email, the link to WeChat, user group, roles and rights. Of the password only a hash is kept, from which it cannot be read.',
  ],
  sessions: ['登录会话', 'Sessions'],
  sessionsIs: [
    '登录时间、最近使用时间、网络地址，以及浏览器自报的名称。您可以在“账号”页面查看并退出。',
    'When you signed in and were last seen, the network address, and the browser as it names itself. You see them, and sign them out, on the page of your account.',
  ],
  audit: ['审计记录', 'Audit'],
  auditIs: [
    '登录、被拒绝的登录，以及对账号和权限的每次更改：谁、何时、从哪个地址、改了什么。',
    'Sign-ins, refused sign-ins, and every change to accounts and rights: who, when, from which address, and what changed.',
  ],
  devices: ['设备数据', 'Device data'],
  devicesIs: [
    '设备上报的数值、位置、报警和日志，以及谁写入了什么、谁确认了哪条报警。登记设备时填写的联系人、电话和地址也在其中。',
    'What devices report: values, positions, alarms and logs; and who wrote what to them and who confirmed which alarm. The contact, phone and address that were entered for a device belong to it.',
  ],
  messages: ['消息', 'Messages'],
  messagesIs: [
    '系统发出的短信和邮件，包括收件人和内容，例如验证码和报警通知。本组织的管理员可以查看。',
    'SMS and emails that the console sends, with recipient and text, such as codes and notices of alarms. The administrators of your organisation can read them.',
  ],
  guests: ['嵌入页面的访客', 'Visitors of embedding pages'],
  guestsIs: [
    '在其他网站的页面中使用时，该网站给出的用户标识和名称会写入操作和报警确认记录。',
    'Where another site shows parts of this console, the id and name that it gives for its user stand in the records of writes and confirmed alarms.',
  ],
  browser: ['此浏览器中', 'In this browser'],
  browserIs: [
    '登录状态，以及语言、主题、表格行数等选择。没有用于跟踪的 Cookie，也没有统计或广告脚本。',
    'The sign-in, and choices such as language, theme and rows per page. There are no tracking cookies and no scripts for statistics or advertising.',
  ],

  where: ['保存在哪里', 'Where it is kept'],
  whereIs: [
    '全部保存在本服务器及其数据库中。系统不向软件作者发送任何数据。',
    'All of it on this server and in its database. Nothing is sent to the makers of the software.',
  ],

  who: ['谁能看到', 'Who sees it'],
  whoOrganisation: [
    '本组织的成员，按各自的权限；管理员可以查看用户和审计记录。',
    'Members of your organisation, as far as their rights go; administrators see the users and the audit.',
  ],
  whoOperator: [
    '本服务器的运营方，可以访问数据库和备份。',
    'The operator of this server, who has access to the database and its backups.',
  ],
  whoThird: [
    '不提供给其他第三方，运营方设置的服务除外：短信、邮件、微信、地图和摄像头云平台。它们只得到完成各自工作所需的内容，例如收件人和消息正文；地图服务会看到您的网络地址。',
    'No third party, except for the providers that the operator has set up: SMS, email, WeChat, maps and camera clouds. Each gets what its work needs, such as recipient and text of a message; a map service sees your network address.',
  ],

  long: ['保存多久', 'How long'],
  longAccount: ['账号数据：直到账号注销。', 'Account data: until the account is closed.'],
  longSessions: ['登录会话：最后一次使用后 12 小时。', 'Sessions: 12 hours after they were last used.'],
  longCodes: ['验证码：10 分钟内有效。', 'Codes: they are good for 10 minutes.'],
  longMessages: ['短信和邮件：90 天。', 'SMS and emails: 90 days.'],
  longDevices: [
    '设备数据：由运营方和本组织决定，直到设备数据被删除。',
    'Device data: as the operator and your organisation decide, until it is deleted.',
  ],
  longAudit: [
    '审计记录：一直保留，注销账号后也保留，其中的用户名为当时的名称。',
    'Audit: for good, also after an account is closed; names in it are those of that time.',
  ],

  rights: ['更正与删除', 'Correcting and deleting'],
  rightsEdit: [
    '在“账号”页面可以更改昵称、手机号、邮箱和微信绑定。',
    'On the page of your account you change nickname, phone, email and WeChat.',
  ],
  rightsClose: [
    '在“账号”页面的“注销账号”中可以注销账号：账号数据被删除，所有会话立即退出。没有其他管理员时，整个组织一并删除。',
    'There, under “Close account”, you close it: the account data is deleted and all sessions end. The organisation goes with it where it has no other administrator.',
  ],
  rightsAsk: [
    '其他请求，例如取得数据副本，可联系本组织的管理员或本服务器的运营方。',
    'For everything else, such as a copy of your data, turn to an administrator of your organisation or to the operator of this server.',
  ],
})
