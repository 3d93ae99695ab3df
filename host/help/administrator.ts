import type { Guide } from './guide.ts'

export const administrator: Guide = {
  title: ['管理员的第一天', 'An administrator’s first day'],
  about: ['用户、角色、权限、分享、通知与审计。', 'Users, roles, rights, sharing, notifications and the audit.'],
  chapters: [
    {
      id: 'roles',
      title: ['角色与权限', 'Roles and rights'],
      intro: [
        '角色由页面和操作的权限、设备分组、模板与权限项组成。确认报警、搁置、停用和编辑报警规则各是一项权限。',
        'A role holds rights to pages and actions, to groups of devices, to templates and custom permissions. Confirming, shelving, taking out of service and editing alarm rules are rights of their own.',
      ],
      picture: 'roles',
      steps: [
        [
          '在“角色管理”中新建角色，勾选权限；上级权限会一起选中。',
          'Create a role under Roles and choose its rights; the sections that they stand in are chosen with them.',
        ],
        ['为设备分组选择只读或可写。', 'Choose for each group of devices whether it may be read or written.'],
        [
          '修改角色会结束其用户的会话，使其重新登录。',
          'Changing a role ends the sessions of its users, who sign in again.',
        ],
      ],
    },
    {
      id: 'users',
      title: ['用户与用户组', 'Users and user groups'],
      intro: [
        '用户属于用户组；二级管理员管理自己所在组及其下级。用户的权限来自角色，也可单独授予。',
        'Users belong to groups; a second-level administrator manages the own group and those below it. A user’s rights come from roles, and can be given one by one.',
      ],
      steps: [
        ['在“用户组”中建立组织结构。', 'Build the structure under User groups.'],
        ['在“用户管理”中新建用户，并选择角色。', 'Create users under Users and choose their roles.'],
        [
          '离职时锁定或删除用户：其会话、分享链接和密钥立即失效。',
          'When somebody leaves, lock or delete the user: sessions, share links and keys end at once.',
        ],
      ],
    },
    {
      id: 'operations',
      title: ['逐人授予操作权限', 'Rights to act, user by user'],
      intro: [
        '“运维管理”用一张表显示谁可以做什么，可逐项授予或收回。',
        'Action rights shows in one table who may do what, and gives and takes single rights.',
      ],
      steps: [],
    },
    {
      id: 'policy',
      title: ['登录规则', 'The sign-in policy'],
      intro: [
        '设置密码的长度与字符，以及每人是否只能有一个会话。新规则对新密码生效。',
        'Set the length and characters of passwords, and whether a user may have one session only. A new rule holds for new passwords.',
      ],
      steps: [],
    },
    {
      id: 'sharing',
      title: ['分享链接与嵌入', 'Share links and embedding'],
      intro: [
        '分享链接让没有账号的人查看一个组态画面或仪表盘：只读，只显示其中的值。嵌入密钥让您的网站显示控制台的部件。',
        'A share link shows one screen or dashboard to people without an account: read-only, and only the values on it. An embed key lets your own site show parts of the console.',
      ],
      steps: [
        [
          '在画面或仪表盘的工具栏中点击“分享”，设置有效期、密码和次数；链接或二维码只显示一次。',
          'Click Share in the bar of a screen or dashboard and set an end, a password and a number of openings; the link and its QR code are shown once.',
        ],
        [
          '在“分享链接”中查看谁在何时打开过，更改名称、有效期、次数和密码，或撤销。生成者失去权限后，链接自动失效。',
          'Share links lists who opened them and when; change the name, end, openings and password there, or revoke. A link ends when its maker loses the right to what it shows.',
        ],
        [
          '报警、地图、设备列表和其他画面不在分享页面中，其位置有说明。',
          'Alarms, maps, lists of devices and other screens are not part of a shared page, which says so in their place.',
        ],
        [
          '在“嵌入”中新建密钥，限定来源、设备、仪表盘和操作；密钥只显示一次。',
          'Create a key under Embedding, for certain origins, devices, dashboards and actions; it is shown once.',
        ],
      ],
    },
    {
      id: 'escalation',
      title: ['通知与升级', 'Notifications and escalation'],
      intro: [
        '没有人确认时，升级规则逐级通知更多的人。短信和邮件需要在服务器上配置网关。',
        'Where nobody confirms, an escalation notifies more people step by step. Text messages and e-mail need a gateway in the server’s settings.',
      ],
      steps: [
        [
          '在“报警升级”中设置每一级等待多久、通知谁。',
          'Set under Alarm escalation how long each step waits and whom it notifies.',
        ],
        [
          '重复通知会再次发送短信和邮件；未读的系统消息只更新时间，不会增加。每个用户保留最新的 1000 条系统消息。',
          'Repeats are sent again by text message and e-mail; an unread system message is only renewed, and no second one is added. Each user keeps the newest 1,000 system messages.',
        ],
        ['在“已发消息”中查看每条通知是否送达。', 'The notification log shows whether each notification arrived.'],
      ],
    },
    {
      id: 'audit',
      title: ['审计与日志', 'Audit and logs'],
      intro: [
        '审计记录谁在何时从哪里改了什么，包括更改前后的内容。日志信息是设备的连接、写入与错误。',
        'The audit records who changed what, when and from where, before and after. Logs show connections, writes and errors of devices.',
      ],
      steps: [
        [
          '按操作、用户和时间筛选，单击一行查看详细内容。',
          'Filter by action, user and time, and click a line for its details.',
        ],
      ],
    },
    {
      id: 'organisation',
      title: ['组织与个性化', 'Organisation and personalization'],
      intro: [
        '“个性化设置”中的名称、标志、颜色、图表配色、语言、时区、每周第一天和允许的地址，对组织内所有人生效。保存后，打开的页面在几秒内更新。',
        'Names, logos, colours, chart colours, language, time zone, the first day of the week and allowed hosts are set in Personalization for everybody in the organisation. Open pages follow within seconds after saving.',
      ],
      steps: [
        [
          '填写或上传后，右侧（手机上在下方）按浅色和深色主题预览；单击“保存”后才生效。每组可单独“恢复默认”。',
          'What is typed or uploaded is previewed beside the form (below it on a phone) in the light and dark theme; it counts once it is saved. Each group can be reset to its defaults.',
        ],
        [
          '颜色与背景的对比度不足时，该颜色处会给出原因。深色主题自动使用较浅的同色，高性能主题保持灰色。',
          'A colour with too little contrast is refused at its field. Dark themes take a lighter one of the same colour, and the high-performance theme stays grey.',
        ],
        [
          '视频、摄像头图片和网页只能来自“允许的地址”。更改后重新载入控制台页面。',
          'Videos, camera pictures and web pages come from the allowed hosts only. Load the console anew after a change.',
        ],
        [
          '“地图”中可把自带轮廓图换成栅格瓦片、矢量瓦片（地址含 {z}、{x}、{y}）或 PMTiles 地图文件：填写地址、版权说明和坐标系，在中国公开使用的地图另填审图号。矢量瓦片和地图文件的服务器须允许跨域。内网中的地图文件可由服务器运维人员放入本服务器的 MAPS_DIR 文件夹，地址写作 /maps/china.pmtiles；能访问服务器的人都能读取该文件夹中的 .pmtiles 文件，与瓦片一样。未设置时地图不访问任何外部网络；无法加载时退回轮廓图并说明原因。',
          'Maps replaces the built-in outline with raster or vector tiles, whose address has {z}, {x} and {y}, or with a PMTiles file: give the address, whose the map is and its coordinates. The server of vector tiles and files has to allow other origins. For an intranet, whoever runs this server puts the file into its folder MAPS_DIR, and its address is /maps/china.pmtiles: everybody who reaches the server may read the .pmtiles files there, as with tiles. Until then maps ask nobody but this server; where none comes the outline is shown, and why.',
        ],
        [
          '登录页按主机名显示组织的标志和背景：由服务器运维人员通过 SIGN_IN_HOSTS 把主机名分配给组织。',
          'The sign-in page shows the organisation’s logo and background by host name: whoever runs the server gives the organisation a host name by SIGN_IN_HOSTS.',
        ],
      ],
    },
    {
      id: 'menu',
      title: ['自定义页面与菜单', 'Custom page and menu'],
      intro: [
        '组织可以把一个仪表盘设为自定义页面，用户登录后首先看到它；还可以在控制台菜单中加入最多 20 个自己的菜单项，分两级。',
        'An organisation can make a dashboard its custom page, which its users see first after signing in, and add up to 20 items of its own, in two levels, to the menu of the console.',
      ],
      steps: [
        [
          '在“自定义菜单”中选择自定义页面的仪表盘。角色的“登录后首页”选“自定义页面”时，可为该角色另选仪表盘，它优先。',
          'Choose the dashboard of the custom page in Custom menu. A role whose home page is the custom page can have a dashboard of its own, which comes first.',
        ],
        [
          '没有“自定义页面”权限，或看不到该仪表盘的用户，从下一个可打开的页面开始；仪表盘删除后也是如此。',
          'Who does not hold the right to the custom page, or does not see its dashboard, begins at the next page that may be opened; so does everybody once the dashboard is deleted.',
        ],
        [
          '菜单项打开控制台页面、仪表盘、组态画面或 https 网页。网页的地址须先在“个性化设置”的“允许的地址”中允许。',
          'An item opens a page of the console, a dashboard, a screen, or a web page of https, whose host Personalization has to allow first.',
        ],
        [
          '用户只看到自己能打开的菜单项；可再限定角色。菜单不授予权限。',
          'Users find only what they may open, and an item can be for some roles alone. The menu grants no rights.',
        ],
        [
          '目标已删除的菜单项对用户隐藏，在编辑页中标出。',
          'An item whose target was deleted is hidden from users, and marked where the menu is edited.',
        ],
      ],
    },
  ],
}
