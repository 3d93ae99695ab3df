import { codesAbove } from '../../../core/contract/region.ts'
import { useConnection, useElement, useText } from '../../define/index.ts'
import { Select } from '../../kit/Select.tsx'
import { useCall } from '../use-call.ts'
import { text } from './text.ts'

interface RegionSelectsProps {
  /** The code of a province, city or district; '' for none. */
  value: string
  onChange: (region_code: string) => void
  /** What no province means. */
  none: string
  isLabelHidden?: boolean
  error?: string | undefined
}

const NONE = 'none'

/** A province of China, then a city of it, then a district of that: each is offered when the one above is chosen. */
export function RegionSelects({ value, onChange, none, isLabelHidden = false, error }: RegionSelectsProps) {
  const t = useText(text)
  const { api } = useConnection()
  const { lang } = useElement()
  const [province, city, area] = codesAbove(value)
  const provinces = useCall(api.district.list, {})
  const cities = useCall(api.district.list, province === '' ? null : { parent_code: province })
  const areas = useCall(api.district.list, city === '' ? null : { parent_code: city })
  // Without labels they filter a list.
  const below = (all: string) => (isLabelHidden ? all : t.unspecified)
  const levels = [
    { label: t.province, found: provinces.data, chosen: province, above: '', none },
    {
      label: t.city,
      found: province === '' ? null : cities.data,
      chosen: city,
      above: province,
      none: below(t.allCities),
    },
    { label: t.area, found: city === '' ? null : areas.data, chosen: area, above: city, none: below(t.allAreas) },
  ]
  return levels.map(({ label, found, chosen, above, none }) =>
    found && found.length > 0 ? (
      <Select
        key={label}
        label={label}
        isLabelHidden={isLabelHidden}
        options={[
          { id: NONE, label: none },
          ...found.map(({ region_code, name, name_en }) => ({
            id: region_code,
            label: lang === 'zh' ? name : name_en,
          })),
        ]}
        value={chosen || NONE}
        onChange={(id) => onChange(id === NONE ? above : id)}
        error={above === '' ? error : undefined}
        isSearchable
      />
    ) : null,
  )
}
