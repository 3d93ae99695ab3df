import type { Guide } from './guide.ts'

export const engineer: Guide = {
  title: ['工程师的第一小时', 'An engineer’s first hour'],
  about: [
    '接入设备、模板、报警规则、画面与发布。',
    'Connect a device, make a template with rules and screens, publish it.',
  ],
  chapters: [
    {
      id: 'connect',
      title: ['接入并注册设备', 'Connect and register a device'],
      intro: [
        '设备用 MQTT（3.1、3.1.1 或 5）或 Sparkplug B 连接，用户名是它的 SN。先让设备连接一次，然后注册。',
        'A device connects by MQTT (3.1, 3.1.1 or 5) or Sparkplug B; its user name is its SN. Let it connect once, then register it.',
      ],
      picture: 'devices',
      steps: [
        [
          '在设备上填写服务器地址、SN 作为用户名和一个自定的密码，让它连接。',
          'Give the device this server’s address, its SN as the user name and a password of your choice, and let it connect.',
        ],
        ['让它发送一条消息（见下）。', 'Let it send a message, as below.'],
        [
          '在“设备管理”中单击“注册设备”，输入 SN 和密码，并选择模板（如有）。',
          'Click Register device under Devices, enter the SN and the password, and choose its template if there is one.',
        ],
        [
          '打开设备，添加“已上报但未配置的变量”。',
          'Open the device and add the points that it reported and that are not configured yet.',
        ],
        [
          '在设备页单击“编辑”，可上传现场图片（PNG、JPEG 或 WebP，大图自动缩小），能查看该设备的人都能看到。',
          'Click Edit on its page to upload a scene picture (PNG, JPEG or WebP; a large one is scaled down). Whoever may see the device sees it.',
        ],
      ],
      figure: 'message',
    },
    {
      id: 'labels',
      title: ['打印与扫描设备标签', 'Print and scan labels of devices'],
      intro: [
        '标签上有二维码、名称和 SN 码，没有密码。扫描后打开设备，或注册还没有的设备。',
        'A label has a QR code, the name and the SN of a device, and no password. Scanned, it opens the device, or one that is not here yet is registered.',
      ],
      steps: [
        [
          '在“设备管理”中选择设备，单击“打印标签…”；单台设备在其菜单或设备页的“更多操作”中。选择尺寸，以及二维码是设备页面的链接还是 SN 码。',
          'Select devices under Devices and click Print labels; of a single one it is in its menu, and in More actions of its page. Choose the size, and whether the code is the link to the page of the device or its SN.',
        ],
        ['在打印窗口中选择实际大小（100%），不加边距。', 'Print at actual size (100 %), without margins.'],
        [
          '在手机上打开“更多操作”中的“扫描二维码…”，或在注册设备时扫描铭牌。相机只在 https 下可用；也可选择照片或输入 SN 码。厂家铭牌的 sg:SN:密码 会同时填写密码。',
          'On a phone, choose Scan a code in More actions, or scan the nameplate while you register a device. Browsers give the camera to https alone; a photo or the typed SN does as well. A nameplate with sg:SN:password fills in the password, too.',
        ],
      ],
    },
    {
      id: 'import',
      title: ['从文件导入设备', 'Import devices from a file'],
      intro: [
        '一个 xlsx、xls 或 CSV 文件最多 20 MB、10,000 台设备。先检查，再导入；导入在服务器上进行，重启后继续。',
        'An xlsx, xls or CSV file has 20 MB and 10,000 devices at most. It is checked first; the import runs on the server, and goes on after a restart.',
      ],
      steps: [
        [
          '在“设备管理”的“更多操作”中选择“导入设备…”，下载模板，用自己的设备替换示例行。分组写成“上级/下级”，地区写成“广东省 深圳市 南山区”或任意文字。',
          'Choose Import devices in More actions under Devices, save the template file and put your devices in place of its examples. A group is written as “Works/Hall 2”, a region as “Nanshan District, Shenzhen, Guangdong” or as any text.',
        ],
        [
          '选择文件，核对各列的对应和有误的单元格，在文件中改正后重新选择，或只导入无误的行；关闭窗口即不导入。',
          'Choose the file, check what its columns are imported as and which cells are wrong. Mend these in the file and choose it again, or import the right rows alone; close it, and nothing is imported.',
        ],
        [
          '每完成一行，该设备即可接入，不必等全部完成。文件中填写的密码逐个加密，万台约需数分钟；由服务器生成密码的万台只需数秒。',
          'A device can connect as soon as its row is done. Passwords of the file are hashed one by one, which takes minutes for ten thousand; with passwords that the server makes it takes seconds.',
        ],
        [
          '完成后保存结果文件：每行写明结果，服务器生成的密码只此一次。已有设备只在勾选“同时更新已有设备”后更改，其密码和模板不变。',
          'Save the result file afterwards: it says what became of each row, and has the passwords that the server made, this once. Devices that exist are changed only where you chose so, and keep their passwords and templates.',
        ],
        [
          '“更多操作”中的导出与导入格式相同，不含密码和虚拟设备。',
          'An export, in More actions, has the same columns, without passwords and without virtual devices.',
        ],
      ],
    },
    {
      id: 'deregister',
      title: ['注销与恢复设备', 'Deregister and restore a device'],
      intro: [
        '注册设备的用户和管理员可以注销它：连接立即断开，报警结束，SN 可重新注册；设备及其历史保留 30 天，其间可以恢复（组织最多保留最近注销的 25,000 台）。',
        'Whoever registered a device, or an administrator, may deregister it: its connection ends at once, its alarms are over and its SN is free. It is kept with its history for 30 days, in which it can be restored; the newest 25,000 of an organization are kept.',
      ],
      steps: [
        [
          '在“设备管理”中打开设备的菜单，选择“注销…”。',
          'Open the menu of the device under Devices, and choose Deregister.',
        ],
        [
          '要恢复，打开列表的“更多操作”，选择“已注销设备”，再单击“恢复”。SN 已被重新注册时不能恢复。',
          'To bring it back, open More actions of the list, choose Deregistered devices and click Restore. That is refused where its SN was registered again.',
        ],
      ],
    },
    {
      id: 'transfer',
      title: ['转移设备', 'Transfer a device'],
      intro: [
        '注册设备的用户和管理员可以把设备转移给本组织的其他用户，或其他组织的用户。对方接受后才生效，14 天内未接受则失效。',
        'Whoever registered a device, or an administrator, may offer it to another user of the organization, or of another one. It is theirs once they accept; an offer ends after 14 days.',
      ],
      steps: [
        [
          '在设备列表的行菜单中选择“转移…”，选择用户；其他组织的用户须输入其完整用户名，并选择历史数据是否一并转移。',
          'Choose Transfer… in the row’s menu of the device list, and a user; of another organization enter the exact user name, and choose whether the history goes along.',
        ],
        [
          '对方在列表的“更多操作”→“待接受的转移”中接受并选择分组（和模板），或拒绝；您可在同一处撤回。',
          'They accept under More actions, Offered devices, and choose a group (and a template), or decline; you withdraw it at the same place.',
        ],
        [
          '转移到其他组织后，设备密码不变，设备继续上报；报警、分享和共享链接在原组织随之结束。',
          'With another organization it keeps its password and goes on reporting; alarms, shares and links of the old one are over.',
        ],
      ],
    },
    {
      id: 'provisioning',
      title: ['登记可连接的 SN', 'List SNs that may connect'],
      intro: [
        '服务器设置 PROVISIONING=list 时，只有管理员登记过的 SN 可以首次连接。登记不等于拥有：设备连接后，凭 SN 和设备密码注册。',
        'With PROVISIONING=list only SNs that an administrator has listed may connect for the first time. To list one is not to own it: whoever has its SN and password registers it once it has connected.',
      ],
      steps: [
        [
          '在列表的“更多操作”中选择“预配清单”，单击“登记 SN”，每行一个，可在其后填写设备密码。',
          'Choose Provisioning list under More actions of the list, click List SNs and enter one a line, with the device password behind it if you like.',
        ],
        ['30 天内未连接的 SN 自动移出清单。', 'An SN that does not connect in 30 days leaves the list.'],
        [
          '导入的设备在首次连接前标为“未曾连接”，并不占有其 SN：另一组织也可用其他密码登记同一 SN，以首台连接的设备的密码为准；超过 30 天，任何密码都可以。',
          'An imported device is marked “Not seen yet” until it connects, and does not hold its SN: another organization may claim that with another password, and the first device that connects decides. After 30 days any password may.',
        ],
      ],
    },
    {
      id: 'writes',
      title: ['让设备接受写入', 'Let a device take writes'],
      intro: [
        '写入以一条消息发到设备的 command 主题；设备在对应的 reply 主题上回复。10 秒内没有回复，写入记为“超时”。',
        'A write comes as a message on the device’s command topic, and the device answers on the reply topic of that write. Without an answer within 10 s the write is shown as timed out.',
      ],
      steps: [
        ['设备以 QoS 1 订阅 v1/devices/SN/command。', 'The device subscribes to v1/devices/SN/command with QoS 1.'],
        [
          '收到后立即回复 acknowledged；执行后回复 done 和新值，或 failed 和原因。',
          'It answers acknowledged at once, then done with the new value, or failed with a reason.',
        ],
        ['过了 expires 的写入不再执行。', 'It carries out nothing whose expires has passed.'],
        [
          '在模板中把变量设为“读写”，写入按钮即出现在设备页和画面上。',
          'Set the point to Read and write in the template: the device’s page and its screens then offer the write.',
        ],
      ],
      figure: 'command',
    },
    {
      id: 'groups',
      title: ['设备分组', 'Put devices in groups'],
      intro: [
        '分组按树形管理设备，最多 5 级。设备权限按分组授予，对其下级分组同样有效；移动分组会改变谁能看到其中的设备。',
        'Groups keep devices in a tree, five levels deep at most. Rights to devices are given by group and hold for all below it: moving a group changes who sees its devices.',
      ],
      steps: [
        [
          '在“设备分组”中新建分组，或在一个分组下新建下级分组。名称不区分大小写，不能重复。',
          'Create a group under Device groups, or one below another. Names are unique, whatever their case.',
        ],
        [
          '拖动分组，或从其菜单选择“移动到…”。移动后可以撤销。',
          'Drag a group, or choose Move to… in its menu. A move can be undone.',
        ],
        [
          '删除分组前选择其设备移至何处。默认分组不能移动或删除。',
          'Before a group is deleted, choose where its devices go. The default group is neither moved nor deleted.',
        ],
      ],
    },
    {
      id: 'template',
      title: ['建立模板', 'Make a template'],
      intro: [
        '模板描述一类设备：变量、报警规则和画面。绑定模板的设备都有它们。',
        'A template describes a kind of device: its points, alarm rules and screens. All devices bound to it have them.',
      ],
      steps: [
        ['在“设备模板”中新建模板。', 'Create a template under Device templates.'],
        [
          '在“变量”页逐行填写，或从表格粘贴；单位、小数位、读写范围都在此设置。',
          'Fill in the tab Points, or paste from a spreadsheet: units, decimals, and what may be written.',
        ],
        [
          '为敏感的变量设置权限项：只有持有该权限项的用户能写入。',
          'Give sensitive points a custom permission: only users who hold it can write them.',
        ],
      ],
    },
    {
      id: 'rules',
      title: ['报警规则', 'Alarm rules'],
      intro: [
        '规则属于模板或单台设备。回差防止抖动，延时防止误报；写明原因、后果和处理办法，操作员会看到。',
        'Rules belong to a template or to one device. A deadband prevents chattering, a delay prevents false alarms. Say the cause, the consequence and the response: operators read them.',
      ],
      steps: [
        ['在模板的“报警规则”页添加规则。', 'Add a rule in the tab Alarm rules of the template.'],
        [
          '单击“试算”，用已有历史检查它会产生多少报警。',
          'Try the rule on recorded history to see how many alarms it would have raised.',
        ],
        ['保存后对所有绑定的设备生效。', 'Once saved it holds for all devices of the template.'],
      ],
      figure: 'levels',
    },
    {
      id: 'fences',
      title: ['电子围栏', 'Geofences'],
      intro: [
        '围栏是地图上的圆形或多边形区域。报警规则可在上报位置的设备进入、离开围栏或处于其外时报警。',
        'A geofence is a circle or a polygon on the map. An alarm rule can watch devices that report where they are: whether they enter it, leave it or are outside of it.',
      ],
      steps: [
        [
          '在“GPS 设备”的地图上单击“电子围栏”，再单击“画圆形”或“画多边形”：点击地图落点，拖动顶点或边缘，或输入坐标（WGS-84）。围栏可限于一个设备分组。',
          'Press Geofences on the map of GPS devices, then Draw a circle or Draw a polygon: press the map, drag the corners or the rim, or type coordinates (WGS-84). A geofence can belong to one device group.',
        ],
        [
          '在模板或设备的“报警规则”中新建规则，变量选择“位置”，条件选择进入、离开或在围栏外，再选择围栏。设备须有变量 lat 和 lng。',
          'Create a rule among the alarm rules of the template or the device, choose Position as its point, then the condition and the geofence. Devices need the points lat and lng.',
        ],
        [
          '“边缘容差”（默认 20 米）与“确认延时”避免定位漂移误报：设备须越过边界这么远、持续这么久才报警。',
          'The margin at the edge (20 m by default) and the on delay keep a wandering receiver from raising alarms: a device has to be so far beyond the edge, for so long.',
        ],
        [
          '围栏正被规则使用时不能删除，会列出这些规则。',
          'A geofence that rules name cannot be deleted; these rules are listed.',
        ],
      ],
    },
    {
      id: 'draw',
      title: ['绘制画面', 'Draw a screen'],
      intro: [
        '画面编辑器有控件库、图库、图层和撤销。把变量拖到控件上即可绑定，单位、名称和报警标记自动带上。',
        'The editor has a library of controls and symbols, layers and undo. Drag a point onto a control to bind it: unit, name and alarm marks come with it.',
      ],
      picture: 'editor',
      steps: [
        ['在模板的“画面”页新建画面并打开。', 'Create a screen in the tab Screens of the template, and open it.'],
        [
          '放置控件，绑定变量，设置颜色或状态的取值。',
          'Place controls, bind points, and say which values mean which colour or state.',
        ],
        [
          '用“预览”以模拟值检查，包括坏值和过期值。',
          'Use Preview to check it with simulated values, bad and stale ones too.',
        ],
        ['按 ? 查看编辑器的快捷键。', 'Press ? for the editor’s keyboard shortcuts.'],
      ],
    },
    {
      id: 'dashboard',
      title: ['设计仪表盘', 'Design a dashboard'],
      intro: [
        '仪表盘用与组态画面相同的编辑器设计，组件可绑定任意设备的变量。',
        'A dashboard is designed in the same editor as screens are; its components show points of any device.',
      ],
      steps: [
        [
          '在“仪表盘”中单击“新建仪表盘”，填写名称和画布尺寸。',
          'In Dashboards, click New dashboard and give it a name and a size.',
        ],
        [
          '选择要看的设备，编辑器会给出一个初稿；也可从左侧拖入组件。',
          'Choose the devices that it is about for a first proposal, or drag components from the left.',
        ],
        [
          '曲线、表格、柱状图和关键指标显示仪表盘的时间范围；需要固定范围的，将“时间范围取自”改为“本组件”。不选任何组件时，可设置打开时的时间范围。',
          'Curves, tables, columns and key figures show the time range of the dashboard; set “Time range of” to “This component” for one that differs. With nothing selected, the properties have the range that the dashboard opens with.',
        ],
        // biome-ignore-start lint/suspicious/noTemplateCurlyInString: texts name variables so
        [
          '不选任何组件时可添加变量（文本、选项、设备组、模板），查看者在仪表盘上方选择。文字中写作 ${名称}；设备列表、地图和报警列表可选变量作为设备组。',
          'With nothing selected, add variables (texts, choices, device groups, templates) that are chosen above the dashboard. Texts name one as ${name}; lists, maps and alarm lists take one as their group.',
        ],
        // biome-ignore-end lint/suspicious/noTemplateCurlyInString: texts name variables so
        [
          '“布局”中调整手机和平板上的顺序，或隐藏组件。',
          'Layouts sets the order of components on phones and tablets, and hides some of them.',
        ],
        [
          '“保存”后其他人才能看到；自动保存的只是草稿。',
          'Others see what you saved with Save; what is saved by itself is a draft.',
        ],
        [
          '在列表的菜单中设置“可见范围”：所有人，或指定的用户、用户组和角色。',
          'Who sees it, in its menu in the list: everybody, or chosen users, groups and roles.',
        ],
      ],
    },
    {
      id: 'publish',
      title: ['绑定与发布', 'Bind and publish'],
      intro: [
        '发布后，绑定的设备显示此版本的画面；之后的修改在下次发布前不可见。',
        'Once published, the bound devices show this version; later changes are not seen before the next publication.',
      ],
      steps: [
        ['在“模板绑定”中选择设备并绑定。', 'Select devices under Template binding and bind them.'],
        ['在模板或编辑器中单击“发布”。', 'Click Publish on the template or in the editor.'],
        ['在“组态监控”中查看。', 'See it under Screens.'],
      ],
    },
    {
      id: 'share',
      title: ['设备分享', 'Device sharing'],
      intro: [
        '您注册的设备可以分享给本组织的其他用户：可只查看，也可写入，可设结束时间，每台最多 10 人。对方不能编辑、注销或再分享。',
        'A device that you registered can be shared with other users of your organization: to view or also to write, until a date if you like, with 10 at most. They cannot edit, deregister or share it on.',
      ],
      steps: [
        [
          '在设备列表的行菜单中单击“分享…”，或在“设备分享”中单击“分享设备”。',
          'Choose Share… in the row’s menu of the device list, or Share a device under Device sharing.',
        ],
        ['选择用户、权限和有效期。', 'Choose the users, what they may do, and when it ends.'],
        [
          '随时可在“我的分享”中收回；“分享给我的”中可退出。收回后对方立即看不到该设备。',
          'Take it back under Shared by me at any time; give one back under Shared with me. It is gone for them at once.',
        ],
      ],
    },
    {
      id: 'virtual',
      title: ['虚拟设备', 'Virtual devices'],
      intro: [
        '虚拟设备由多台设备的变量和计算得出的变量组成，和设备一样有历史、报警和画面。',
        'A virtual device combines points of several devices with calculated ones. Like any device it has a history, alarms and screens.',
      ],
      steps: [
        [
          '新建虚拟设备，选择变量或写出计算式；其他设备的变量写作 SN.变量。',
          'Create one, choose points or write expressions; another device’s point is written SN.point.',
        ],
      ],
    },
    {
      id: 'library',
      title: ['模板库、分组与图库', 'Library, groups and gallery'],
      intro: [
        '公开的模板在模板库中供组织内的人复制；模板分组用于整理；图库存放图片、图元和三维模型。',
        'Templates that are made public are copied from the library; groups keep templates in order; the gallery holds pictures, symbols and 3D models.',
      ],
      steps: [
        ['在模板菜单中选择“加入模板库”或“分享”。', 'Choose Put in the library, or Share, in a template’s menu.'],
        ['把图片或 SVG 拖到“图库”中上传。', 'Drop pictures or SVG files onto the Gallery to upload them.'],
      ],
    },
  ],
}
