import { deviceWords } from '../../core/text/device-words.ts'
import { useSheet } from '../context/element-context.ts'
import sheet from './device-name.css?sheet'

interface DeviceNameProps {
  dev_alias: string
  sn_code: string
}

/** A device by its name, with its SN beside it, quietly: names repeat. Where there is no room, the name is cut and the SN is not. */
export function DeviceName({ dev_alias, sn_code }: DeviceNameProps) {
  useSheet(sheet)
  const name = dev_alias || sn_code
  return (
    <span className="device-name" title={deviceWords({ dev_alias, sn_code })}>
      <span className="device-name-alias">{name}</span>
      {name !== sn_code && (
        <>
          {' '}
          <span className="device-name-sn">{sn_code}</span>
        </>
      )}
    </span>
  )
}
