import { defineElement } from '../../define/index.ts'
import { api } from './api.ts'
import { PushSettings } from './PushSettings.tsx'
import sheet from './push-settings.css?sheet'

/**
 * `<sg-push-settings>`: which alarms reach the signed-in user by e-mail, SMS and WeChat, what is left of the quotas, a test
 * of each, and quiet hours. Asks to go to where addresses are bound by `sg-navigate` `{path}`.
 */
export const PushSettingsElement = defineElement('sg-push-settings', PushSettings, { ...api, css: [sheet] })
