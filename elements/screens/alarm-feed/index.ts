import { defineElement } from '../../define/index.ts'
import { AlarmFeed } from './AlarmFeed.tsx'
import sheet from './alarm-feed.css?sheet'
import { api } from './api.ts'
import list from './list/list.css?sheet'

/**
 * `<sg-alarm-feed group="3" levels="4,5" mode="table" group-by="device" sort="-alarm_level" sound>`: alarms that are not
 * over, live; they are confirmed, shelved and noted here. Nothing moves while somebody hovers, holds the focus or has a
 * selection: what is new waits and is counted. `mode="banner"` shows the worst of them in a line, `mode="call"` stands in the bar of a page and calls for new ones. A page may give its
 * own rows by the property `alarms`. Every choice is reported by `sg-view-change` with all of them, so that a page can keep
 * them in its address. The links to a device, its curve or screen are `sg-device-open`, `sg-curve-open` and
 * `sg-screen-open`, and unless those were prevented `sg-navigate` `{path}` asks for the page.
 */
export const AlarmFeedElement = defineElement('sg-alarm-feed', AlarmFeed, { ...api, css: [sheet, list] })
