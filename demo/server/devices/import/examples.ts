import type { DeviceColumn } from '../../../../core/catalogue/device-columns.ts'
import type { Language } from '../../../../core/catalogue/words.ts'
import { snKey } from '../../../../core/rules/sn.ts'
import type { Cell } from '../../files/spreadsheet.ts'

type Example = Partial<Record<DeviceColumn, Cell>>
/** Each field as somebody would fill it in; the second leaves out what may be left out. */
export const EXAMPLES: Record<Language, readonly Example[]> = {
  zh: [
    {
      sn_code: 'EXAMPLE001',
      password: 'device-password',
      dev_alias: '一号泵',
      dev_model: 'BX-3',
      report_interval_s: 60,
      tags: '北区, 重要',
      region: '广东省 深圳市 南山区',
      site_name: '东厂',
      site_address: '科技路 1 号',
      contact_name: '王工',
      contact_phone: '13800000000',
      contact_email: 'wang@plant.example',
      card_no: '898600123456789012',
    },
    { sn_code: 'EXAMPLE002', dev_alias: '二号泵', remarks: '未填密码：由服务器生成，见结果文件' },
  ],
  en: [
    {
      sn_code: 'EXAMPLE001',
      password: 'device-password',
      dev_alias: 'Pump 1',
      dev_model: 'BX-3',
      report_interval_s: 60,
      tags: 'North, critical',
      region: 'Hamburg, Germany',
      site_name: 'East works',
      site_address: '1 Harbour Street',
      contact_name: 'A. Wang',
      contact_phone: '13800000000',
      contact_email: 'wang@plant.example',
      card_no: '898600123456789012',
    },
    { sn_code: 'EXAMPLE002', dev_alias: 'Pump 2', remarks: 'No password: the server makes one, in the result file' },
  ],
}

/** What the template shows is nobody's device: rows that were left in are named in the check. */
export const EXAMPLE_SNS: ReadonlySet<string> = new Set(
  Object.values(EXAMPLES).flatMap((rows) => rows.map(({ sn_code }) => snKey(String(sn_code)))),
)
