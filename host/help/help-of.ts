import type { GuideId } from './guide.ts'

/** Of each page with its own chapter: guide and chapter. Apart from the guides, which only the help itself loads. */
const CHAPTERS: Readonly<Record<string, `${GuideId}/${string}`>> = {
  '/index': 'operator/now',
  '/info/realTimeFault': 'operator/alarms',
  '/info/alarmHistory': 'operator/past',
  '/info/alarmKpi': 'operator/past',
  '/info/shiftLog': 'operator/handover',
  '/device': 'engineer/connect',
  '/device/devDashboard': 'operator/devices',
  '/device/devgroup': 'engineer/groups',
  '/device/devGPS': 'operator/map',
  '/device/share': 'engineer/share',
  '/device/virtualDevice': 'engineer/virtual',
  '/device/virtualDevice/:product': 'operator/devices',
  '/deviceDetail/:id': 'operator/devices',
  '/dashboard': 'operator/dashboards',
  '/editDashboard': 'engineer/dashboard',
  '/configureMonitor': 'operator/screens',
  '/configureManage/devTemplate': 'engineer/template',
  '/configureManage/templateBind': 'engineer/publish',
  '/configureManage/templateGroup': 'engineer/library',
  '/configureManage/templateLibrary': 'engineer/library',
  '/configureManage/resources': 'engineer/library',
  '/templateMiddleware/id=:id': 'engineer/template',
  '/info': 'operator/messages',
  '/info/inbox': 'operator/messages',
  '/info/systemMsg': 'operator/messages',
  '/info/push': 'operator/messages',
  '/info/logInfo': 'administrator/audit',
  '/team/customerGroup': 'administrator/users',
  '/team/user': 'administrator/users',
  '/team/role': 'administrator/roles',
  '/team/operations': 'administrator/operations',
  '/team/policy': 'administrator/policy',
  '/team/audit': 'administrator/audit',
  '/system/personalization': 'administrator/organisation',
  '/system/shareLink': 'administrator/sharing',
  '/system/embedding': 'administrator/sharing',
  '/system/messages': 'administrator/escalation',
  '/system/escalation': 'administrator/escalation',
}

/** The address of the help for a page, by its route's path: its chapter, or the help's first page. */
export const helpOf = (route: string): string =>
  Object.hasOwn(CHAPTERS, route) ? `/help?topic=${CHAPTERS[route]}` : '/help'
