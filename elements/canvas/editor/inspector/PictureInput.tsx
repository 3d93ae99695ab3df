import { useId, useState } from 'react'
import { useConnection, useElement, useText } from '../../../define/index.ts'
import { Button, IconButton } from '../../../kit/Button.tsx'
import { FieldFrame } from '../../../kit/Field.tsx'
import { Popover } from '../../../kit/Popover.tsx'
import { SearchField } from '../../../kit/SearchField.tsx'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { Failure } from '../../../parts/Failure.tsx'
import { useCall } from '../../../parts/use-call.ts'
import { CATEGORIES, SYMBOLS } from '../../controls/symbol/library/index.ts'
import { GalleryPicture } from '../palette/GalleryPicture.tsx'
import { SymbolPicture } from '../palette/SymbolPicture.tsx'
import { text } from './text.ts'

interface PictureInputProps {
  label: string
  /** `gallery/12`, of a symbol also `sg/valves/gate`; '' for none. */
  value: string
  /** The property's path: `symbol` and `model` take what is of their kind. */
  holds: string
  isMixed?: boolean
  isDisabled?: boolean
  onChange: (value: string) => void
}

const typeOf = (path: string) => (path === 'symbol' || path === 'model' ? path : 'picture')

/** Something of the gallery, with a picture of it. */
export function PictureInput({
  label,
  value,
  holds,
  isMixed = false,
  isDisabled = false,
  onChange,
}: PictureInputProps) {
  const t = useText(text)
  const id = useId()
  const type = typeOf(holds)
  const shown = isMixed ? '' : value
  return (
    <div className="field">
      <FieldFrame label={label} isLabelHidden describedBy={`${id}-help`}>
        <div className="picture-field">
          <Popover
            label={t.choosePicture}
            trigger={
              <Button isDisabled={isDisabled}>
                <span className="picture-shown">
                  {shown !== '' && <Picture address={shown} />}
                  <span>
                    {isMixed ? t.mixed : shown === '' ? t.choosePicture : shown.replace(/^(gallery|sg)\//, '')}
                  </span>
                  <span className="sg-hidden-visually">{label}</span>
                </span>
              </Button>
            }
          >
            {(close) => (
              <Chooser
                type={type}
                chosen={shown}
                onChoose={(address) => {
                  onChange(address)
                  close()
                }}
              />
            )}
          </Popover>
          {shown !== '' && !isDisabled && (
            <IconButton icon="close" label={t.takeOff({ name: label })} onPress={() => onChange('')} />
          )}
        </div>
      </FieldFrame>
    </div>
  )
}

function Picture({ address }: { address: string }) {
  return address.startsWith('sg/') ? <SymbolPicture address={address} /> : <GalleryPicture address={address} />
}

interface ChooserProps {
  type: 'picture' | 'symbol' | 'model'
  chosen: string
  onChoose: (address: string) => void
}

function Chooser({ type, chosen, onChoose }: ChooserProps) {
  const t = useText(text)
  const { lang } = useElement()
  const { api } = useConnection()
  const [search, setSearch] = useState('')
  const wanted = search.trim()
  const listed = useCall(api.resource.list, {
    resource_type: type,
    page: 1,
    page_size: 100,
    ...(wanted !== '' && { search: wanted }),
  })
  const own = listed.data ?? listed.last
  const library =
    type === 'symbol'
      ? SYMBOLS.filter((row) =>
          [row.names[lang], row.names.en, CATEGORIES[row.category][lang]].some((name) =>
            name.toLowerCase().includes(wanted.toLowerCase()),
          ),
        )
      : []
  const tile = (address: string, name: string) => (
    <button
      key={address}
      type="button"
      className="palette-tile"
      title={name}
      aria-pressed={address === chosen}
      onClick={() => onChoose(address)}
    >
      {type !== 'model' && <Picture address={address} />}
      <span className="palette-name">{name}</span>
    </button>
  )
  return (
    <div className="pictures">
      <SearchField value={search} onChange={setSearch} isAutoFocus />
      <div className="pictures-list">
        {library.length > 0 && (
          <>
            <h4>{t.library}</h4>
            <div className="palette-tiles">{library.map((row) => tile(row.id, row.names[lang]))}</div>
            <h4>{t.ownPictures}</h4>
          </>
        )}
        {!own && listed.failure && <Failure failure={listed.failure} onRetry={listed.reload} />}
        {!own && !listed.failure && <Skeleton rows={3} />}
        {own && (
          <div className="palette-tiles">
            {own.rows.map(({ resource_id, resource_name }) => tile(`gallery/${resource_id}`, resource_name))}
          </div>
        )}
        {own?.rows.length === 0 && <p className="panel-none">{t.noPictures}</p>}
      </div>
    </div>
  )
}
