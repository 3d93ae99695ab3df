import { zippedScreen } from '../../../demo/server/screens/screen-file-contents.ts'
import { png } from '../files.ts'
import type { Mark } from './marks.ts'

export const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64')

let serial = 0

/** Devices for an import: one in the group that everybody of the tenant sees. */
export const devicesFile = (sn: string, word: string, group = `${word}车间`, template = '') =>
  base64(`SN,Name,Group,Template,Password\n${sn},${word}泵,${group},${template},abc1234\n`)

/** Files that calls take, by the call; a picture for the others. */
export function fileFor(call: string, { word, sn }: Mark): string {
  if (call === 'template.readPoints') return base64(`key,name,data_type\n${sn}.new,${word}点,number\n`)
  if (call === 'alarmRules.read')
    return base64(`key,alarm_name,alarm_level,condition,threshold\n${sn}.level,${word}报警,3,above,90\n`)
  if (call === 'deviceImport.check' || call === 'deviceImport.start')
    return devicesFile(`${sn}I${(serial++).toString(36)}`, word)
  if (call !== 'screen.imported') return base64(png())
  const document = JSON.stringify({ version: 1, width: 100, height: 100, controls: [{ control_id: 'a', name: word }] })
  return base64(zippedScreen({ variant: 'desktop', document, resources: [] }))
}
