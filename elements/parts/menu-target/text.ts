import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  searchDashboards: ['搜索仪表盘', 'Search dashboards'],
  searchScreens: ['搜索组态画面', 'Search screens'],
  noDashboards: ['没有找到您可查看的仪表盘', 'No dashboard that you may see was found'],
  noScreens: ['没有找到已发布的组态画面', 'No published screen was found'],
  choose: ['请选择', 'Choose'],
  gone: ['已删除或无权查看（{{id}}）', 'Deleted, or not for you ({{id}})'],
})
