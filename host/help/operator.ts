import type { Guide } from './guide.ts'

export const operator: Guide = {
  title: ['值班操作', 'For operators'],
  about: [
    '发现报警、确认、查看设备与曲线、写入。',
    'See what is wrong, confirm it, look at devices and curves, write.',
  ],
  chapters: [
    {
      id: 'now',
      title: ['现在哪里有问题', 'What is wrong now'],
      intro: [
        '页面顶部的报警行始终显示各级别的报警数和最严重的一条。首页列出全部未结束的报警和设备状态。',
        'The line at the top of every page shows how many alarms of each level are open, and the worst one. Home lists all open alarms and the states of devices.',
      ],
      picture: 'home',
      steps: [
        ['单击报警行中的报警，打开它的详情。', 'Click the alarm in the line to open it.'],
        ['单击级别的数字，打开该级别的实时报警。', 'Click a level’s number for the active alarms of that level.'],
        [
          '新报警会在任意页面的右上角提示，单击提示打开报警。',
          'A new alarm is announced at the top right of any page; its note leads to it.',
        ],
        [
          '报警声音由顶部的喇叭打开，同一菜单可调音量、试听各级别、静音一段时间。“高”和“紧急”级别的报警会反复发声：“消音”只停止当前的声音，下一条新报警照常发声。',
          'The loudspeaker at the top turns the alarm sound on; its menu sets the volume, plays each level once, and mutes for a time. High and critical alarms sound again and again: Silence stops what sounds now, and the next new alarm is heard.',
        ],
        [
          '首页的设备状态：单击一种状态，查看处于该状态的设备。',
          'On Home, click a state to see the devices that are in it.',
        ],
        [
          '首页下方：近 7 天的报警（单击一天，打开当天的历史报警）、近 7 天在线率最低的设备、存储与配额，以及收藏和最近打开的位置。',
          'Below on Home: the alarms of the last 7 days (click a day for its history), the devices that were available least, storage and quotas, and your favourite and recent places.',
        ],
      ],
      figure: 'devices',
    },
    {
      id: 'alarms',
      title: ['确认报警', 'Confirm an alarm'],
      intro: [
        '报警一直列出，直到原因消除并且有人确认。级别由形状、颜色和文字表示；未确认的标记缓慢闪烁，可在主题菜单中关闭。',
        'An alarm is listed until its cause is gone and somebody has confirmed it. Its level is shown by shape, colour and word. Marks of unconfirmed alarms flash slowly; the themes menu turns that off.',
      ],
      picture: 'alarm',
      steps: [
        [
          '打开“实时报警”，单击一行：右侧显示处理办法、原因、后果和经过。',
          'Open Active alarms and click a row: the panel shows what to do, the cause, the consequence and what happened so far.',
        ],
        [
          '单击“确认”，或按 A；按住 Shift 则先填写备注。',
          'Click Confirm, or press A; with Shift held, a note is asked for first.',
        ],
        ['多条一起：勾选后单击“确认”。', 'For several alarms, select them and click Confirm.'],
        [
          '确认不能撤销，“经过”中会保留谁在何时确认。误确认时写一条备注，并照未确认的报警处理。',
          'A confirmation cannot be undone: the event log keeps who confirmed, and when. If it was a mistake, write a note and go on as if nobody had confirmed.',
        ],
      ],
      figure: 'levels',
    },
    {
      id: 'states',
      title: ['报警的状态', 'States of an alarm'],
      intro: [
        '状态按 ISA-18.2：产生后等待确认；已确认但原因还在；已恢复但还没有人确认；搁置、抑制或停用的不提示。',
        'States follow ISA-18.2. An alarm waits to be confirmed; is confirmed while its cause still stands; or has recovered and nobody has confirmed it yet. Those that are shelved, suppressed or out of service alert no one.',
      ],
      steps: [],
      figure: 'states',
    },
    {
      id: 'shelve',
      title: ['搁置与停用', 'Shelve, or take out of service'],
      intro: [
        '检修或仪表故障时，可以让一条报警暂时不提示。两者都有期限，到时自动恢复，并留下原因和操作人。',
        'During maintenance, or while an instrument is faulty, an alarm can be silenced for a time. Both end by themselves, and both are recorded with the reason and who did it.',
      ],
      steps: [
        ['选中报警，单击“搁置”或按 S。', 'Select the alarm and click Shelve, or press S.'],
        [
          '填写原因和时长：搁置最长 24 小时，停用最长一年。',
          'Give a reason and a time: up to 24 hours for shelving, up to a year out of service.',
        ],
        [
          '在“实时报警”的“已搁置”中查看剩余时间，也可提前恢复。',
          'The view Shelved on Active alarms shows the time left, and ends it early.',
        ],
      ],
    },
    {
      id: 'past',
      title: ['过去的报警', 'Alarms of the past'],
      intro: [
        '“历史报警”按时间、级别和设备查找，可导出。“报警指标”显示报警率、抖动和常见报警。',
        'Alarm history is searched by time, level and device, and exported. Alarm performance shows the alarm rate, chattering alarms and the most frequent ones.',
      ],
      steps: [
        [
          '单击一条历史报警，在“报警时的趋势”中看到限值和产生时刻。',
          'Click an alarm: Trend at alarm shows the limit and the moment it was raised.',
        ],
      ],
    },
    {
      id: 'handover',
      title: ['值班日志与交接班', 'Shift log and handover'],
      intro: [
        '“值班日志”保存各班的记录。本班内可更正自己的记录，更正前的内容保留。',
        'The shift log keeps what each shift wrote. You can correct your own entries within your shift; what they said before stays.',
      ],
      steps: [
        [
          '单击“写记录”，选填分组或设备。也可在报警或设备的菜单中选择“写入值班日志”。',
          'Click Write a note, and choose a group or device if it is about one. The menus of an alarm and of a device offer Write in the shift log, too.',
        ],
        [
          '下班时单击“交班”：未结束的报警、搁置的报警和离线设备会自动列出。',
          'At the end of your shift click Hand over: open alarms, shelved alarms and devices offline are listed by themselves.',
        ],
        ['接班人阅读后单击“接班”。', 'The next operator reads it and clicks Take over.'],
        ['按班次、日期、记录人或设备查找，可导出。', 'Find entries by shift, day, author or device, and export them.'],
      ],
    },
    {
      id: 'devices',
      title: ['查看设备', 'Look at a device'],
      intro: [
        '设备页有实时数据、历史、曲线、报警和操作记录。不是最新的值总会标明：过期、可疑或无效。',
        'A device’s page has its values, history, curve, alarms and operations. A value that is not current is always marked: stale, uncertain or bad.',
      ],
      steps: [
        ['在“设备管理”中按名称或 SN 查找，单击打开。', 'Find the device by name or SN under Devices and open it.'],
        [
          '“故障”表示设备在线，且有“高”或“紧急”级别的报警未恢复；较低级别的报警，以及被搁置、抑制或停用的报警，不改变设备状态。设备页写明是哪一条报警。',
          'Faulty means: the device is online, and a High or Critical alarm of it is active. Alarms of lower levels, and those that are shelved, suppressed or out of service, leave it Online. The device’s page names the alarm.',
        ],
        [
          '在任意页面按 Ctrl K：按名称的一部分查找设备、变量、画面和报警，按 Enter 打开。',
          'On any page press Ctrl K: type a part of a name to find a device, point, screen or alarm, and press Enter.',
        ],
        [
          '“设备监控”用卡片同时显示多台设备。单击“卡片布局…”，选择同一模板的设备显示哪些变量、以什么顺序、是否显示现场图片；布局只对您生效，保存在此浏览器中。报警中的变量始终排在最前。',
          'Device overview shows many devices at once, as tiles. Card layout… chooses which points the devices of a template show, in which order, and whether with the scene picture, as you see them in this browser. A point in alarm always comes first.',
        ],
        [
          '有现场图片的设备在其页面顶部显示图片，单击放大。',
          'A device with a scene picture shows it at the top of its page; press it to see it large.',
        ],
      ],
      figure: 'quality',
    },
    {
      id: 'map',
      title: ['地图与轨迹', 'Map and tracks'],
      intro: [
        '“GPS 设备”在地图上显示设备的位置、方向和状态。靠得太近的设备合为一个数字，颜色和符号取其中最差的状态。底图随产品附带，无需联网，国界按中国画法。',
        'GPS devices shows on a map where devices are, where they go and how they are. Those too near to each other are one number, in the colour and shape of the worst state among them. The map ships with the product, needs no network, and has borders as China draws them.',
      ],
      steps: [
        [
          '单击地图上的设备或左侧列表中的设备：查看状态、报警和定位时间，并打开设备页、画面或轨迹。',
          'Press a device on the map or in the list: its state, alarms and the time of its position are shown, with the ways to its page, screen and track.',
        ],
        [
          '拖动或方向键移动地图；双指、按钮、+ 和 - 键缩放，单击地图后也可用滚轮。',
          'Drag, or press the arrows, to move the map; pinch, use the buttons, + and -, or the wheel after a press on the map, to zoom.',
        ],
        [
          '“轨迹”按 1 至 64 倍速回放一天或一段时间，标出超过 5 分钟的停留，下方为速度曲线。虚线处没有数据。',
          'Track plays a day or a range at 1 to 64 times its speed and marks stops longer than 5 minutes; below it is the speed. Where it is dashed nothing is known.',
        ],
        [
          '设备上报标识为 lat、lng 的变量（WGS-84；latitude、longitude 等其他标识不作为位置），可另有 speed、heading。固定设备选中后“放置到地图”：拖动图钉、查找地名（自带轮廓图中的，不访问外部服务）或输入坐标，可撤销。',
          'A device reports points with the keys lat and lng (WGS-84; others, such as latitude and longitude, do not count), and speed and heading if it has them. One that stays where it is: choose it, then Place on the map; drag the pin, find a place by its name (those of the outline; nobody outside is asked) or type coordinates. This can be undone.',
        ],
        [
          '“电子围栏”列出地图上的区域，可逐一定位。设备进入、离开或处于围栏外时的报警，写明围栏的名称。',
          'Geofences lists the areas on the map, and shows each there. Alarms of devices that enter one, leave it or are outside of it name it.',
        ],
      ],
    },
    {
      id: 'curve',
      title: ['当时发生了什么', 'What happened at that time'],
      intro: [
        '历史、曲线与报警共用一个时间范围，并保存在地址中。数据中断处不连线，单独的值画成圆点。',
        'History, Curve and Alarms share one time range, which the address keeps. Where no data came there is a gap and no line; a single value is a dot.',
      ],
      picture: 'curve',
      steps: [
        [
          '在设备页打开“历史曲线”，选择变量和时段。',
          'Open Curve on the device’s page and choose points and a time range.',
        ],
        ['拖动或滚轮缩放；与另一时段比较。', 'Drag or use the wheel to zoom; compare with another period.'],
        [
          '用“对比设备”在同一时段叠加最多三台其他设备的相同变量，有相同变量的设备排在前面；每台设备有自己的线型，图例、游标读数与统计中带设备名。单击设备名旁的 × 取消对比。对比保存在地址和已存范围中；设备不存在、无权查看或没有该变量时，图例中会说明。',
          'Compare devices draws the same points of up to three other devices over the same time; devices with the same points are offered first. Each has its own dashes, and its name in the legend, at the cursors and in the statistics. The × beside its name ends it. The address and saved ranges keep it; the legend says where a device is gone, may not be seen or has no such point.',
        ],
        [
          '用“游标与统计”读取两个时刻的值、差值，以及最小、最大和平均值。',
          'Cursors and statistics reads two times, the difference between them, and minimum, maximum and mean.',
        ],
        [
          '历史列表选“每行一个时间”时，未上报的变量沿用当时仍有效的值，显示为灰色斜体：状态和设定值沿用到下一次上报，测量值仅在有效期内沿用；设备离线或中断期间不沿用。',
          'In History, a row for each time also has what was in force then, in grey italics: a state or setpoint until its next report, a measured value as long as it is fresh, nothing after the device was silent or offline.',
        ],
        [
          '在“历史列表”中导出为 xlsx 或 csv；“沿用前值”一列列出该行中并非当时上报的变量。',
          'Export as xlsx or csv from History; the column Carried over names the points of a row that did not report then.',
        ],
      ],
    },
    {
      id: 'write',
      title: ['写入一个值', 'Write a value'],
      intro: [
        '写入前显示旧值、新值和设备名称；之后逐步显示：已发送、设备已接收、已完成。没有答复时结果未知，会如实说明。',
        'Before a write you see the old value, the new one and the device; after it each step: Sent, Acknowledged, Done. Where no answer comes the result is unknown, and is said to be.',
      ],
      picture: 'write',
      steps: [
        [
          '在实时数据中单击“写入”，或单击画面上的可写控件。',
          'Click Write beside a value, or a control on a screen that writes.',
        ],
        ['核对设备和变量，输入新值并确认。', 'Check the device and the point, enter the new value and confirm.'],
        ['在“操作记录”中查看谁在何时写入。', 'Operations shows who wrote what, and when.'],
      ],
    },
    {
      id: 'screens',
      title: ['组态画面', 'Screens'],
      intro: [
        '画面显示设备的实时数据，带报警标记。可回放任意过去时刻；回放时不能写入。',
        'Screens show live values with their alarms. Any past moment can be replayed; nothing is written during a replay.',
      ],
      steps: [
        ['在“组态监控”的树中选择设备。', 'Choose a device in the tree of Screens.'],
        [
          '单击一个数值，查看最近 1 小时、限值和报警，并可确认、写入。右击转到曲线、设备、报警或规则。',
          'Click a value for its last hour, limits and alarms, and to confirm or write. Right-click for its curve, device, alarms or rules.',
        ],
        ['单击“回放”选择时刻；“回到实时”返回。', 'Click Replay for a past moment, and Back to live to return.'],
        [
          '右上角的大屏模式用于无人值守的显示屏，报警行一直可见。',
          'Wall mode, at the top right, is for unattended displays; the alarm line stays.',
        ],
      ],
    },
    {
      id: 'dashboards',
      title: ['仪表盘', 'Dashboards'],
      intro: [
        '仪表盘在一个页面上汇总多台设备的数值、曲线和报警。列表中只有对您可见的仪表盘。',
        'A dashboard shows values, curves and alarms of several devices on one page. The list has those that are shown to you.',
      ],
      steps: [
        ['在左侧列表中选择仪表盘；用“收藏”将常用的置顶。', 'Choose a dashboard in the list; Favourite puts it first.'],
        [
          '在设备列表、设备树或地图中选择设备，其余组件随之显示该设备。',
          'Choose a device in a list, a tree or on a map: the other components then show it.',
        ],
        [
          '仪表盘上方选择时间范围，曲线和指标随之变化；可停止实时更新，或与前一时段对比。地址会记住所选范围。',
          'Choose a time range above the dashboard: curves and figures follow it. Stop following the time, or compare with the period before; the address keeps the choice.',
        ],
        [
          '组件右上角的按钮将其放大到整个窗口，按 Esc 退出；期间暂停轮播。浏览器的打印只打印仪表盘本身。',
          'The button in a component’s corner lets it fill the window, until Esc; rotation rests meanwhile. The browser prints the dashboard alone.',
        ],
        [
          '“轮播”按间隔依次显示列表中的仪表盘；先搜索，则只轮播搜到的。',
          'Rotate shows the dashboards of the list in turn; after a search, those found.',
        ],
        [
          '在手机上组件按顺序上下排列；“手机视图”在电脑上预览。',
          'On a phone, components stand below each other; Phone view shows that on a desktop.',
        ],
        [
          '有“分享链接”权限时，点击“分享”生成链接或二维码，没有账号的人也能查看，不能写入。',
          'With the right to share links, Share makes a link and a QR code: people without an account can view it, and write nothing.',
        ],
      ],
    },
    {
      id: 'messages',
      title: ['消息与报警推送', 'Messages and notifications'],
      intro: [
        '收件箱是同事写的消息，系统消息由控制台发出。报警推送决定用什么方式、从哪个级别起通知您。',
        'The inbox holds messages of colleagues, System messages those of the console. Alarm push decides how you are notified of alarms, and from which level.',
      ],
      steps: [
        [
          '在“报警推送”中绑定手机或邮箱，并选择级别。',
          'Verify a phone or e-mail under Alarm push, and choose the level.',
        ],
        [
          '设置免打扰时段；期间的报警在结束时汇总为一条。',
          'Set quiet hours; alarms that are still active afterwards come as one summary.',
        ],
      ],
    },
  ],
}
