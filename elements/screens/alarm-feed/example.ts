import type { Example } from '../../define/element-example.ts'
import { MODES } from './api.ts'

export const example: Example = {
  about: {
    zh: '实时报警：确认、搁置、备注，鼠标停留时不移动任何一行。',
    en: 'Active alarms: confirmed, shelved, noted, and never moved under the pointer.',
  },
  attributes: {
    mode: { offers: MODES },
    sn: { offers: 'device' },
    group: { offers: 'group' },
    levels: { offers: ['4,5', '5', '1,2,3'] },
    states: { offers: ['UNACK', 'UNACK,RTNUN', 'SHLVD,DSUPR,OOSRV'] },
    'group-by': { offers: ['device', 'rule'] },
    sort: { offers: ['-alarm_level', '-alarm_time', 'dev_alias'] },
    'max-rows': { offers: ['3', '5', '10'] },
    'read-only': { offers: [''] },
    sound: { offers: [''] },
    calls: { offers: ['all', 'sound', 'none'] },
    flash: { offers: [''] },
  },
  states: { empty: { attributes: { search: 'no alarm has this in it' } }, stale: { token: 'fading' } },
  height: 560,
}
