import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Geofence } from '../../../core/contract/geofence.ts'
import { nameIn } from '../../../core/text/name-in.ts'
import { words } from '../../../core/text/words.ts'
import { useElement, useFormat, useText } from '../../define/index.ts'
import { Button, IconButton } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { Failure } from '../../parts/Failure.tsx'
import { useDialog } from '../../parts/form/use-dialog.ts'
import { LoadingState } from '../../parts/LoadingState.tsx'
import { useRights } from '../../parts/use-rights.ts'
import { text } from './text.ts'
import type { useFences } from './use-fences.ts'

interface FencesCardProps {
  fences: ReturnType<typeof useFences>
  onDraw: (kind: 'circle' | 'polygon') => void
  onShow: (fence: Geofence) => void
}

/** All geofences that the user sees: to find one on the map, and to draw, change and delete them. */
export default function FencesCard({ fences: { called, fences, ...acts }, onDraw, onShow }: FencesCardProps) {
  const t = useText(text)
  const { close } = useText(words)
  const mayEdit = useRights()('P30200')
  const about = useFenceText()
  const used = useDialog<Geofence>()
  const isFull = fences.length >= LIMITS.geofences
  return (
    <section
      className="place-card"
      aria-label={t.fences}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) acts.close()
      }}
    >
      <header className="place-card-head">
        <h2 className="place-card-name">{t.fences}</h2>
        <IconButton icon="close" label={close} onPress={acts.close} />
      </header>
      {!called.data && called.failure ? (
        <Failure failure={called.failure} onRetry={called.reload} />
      ) : !called.data ? (
        <LoadingState rows={3} />
      ) : fences.length === 0 ? (
        <p className="place-note">{mayEdit ? t.fencesNone : t.fencesRead}</p>
      ) : (
        <ul className="fence-list">
          {fences.map((fence) => (
            <li
              key={fence.fence_id}
              className="fence-row"
              onPointerEnter={() => acts.hover(fence.fence_id)}
              onPointerLeave={() => acts.hover(null)}
            >
              <span className="fence-about">
                <span className="fence-name">{fence.fence_name}</span>
                <span className="place-note">{about(fence)}</span>
              </span>
              <IconButton
                icon="map-pin"
                label={t.showFence({ name: fence.fence_name })}
                onPress={() => onShow(fence)}
              />
              {mayEdit && fence.may_edit && (
                <>
                  <IconButton
                    icon="edit"
                    label={t.editFence({ name: fence.fence_name })}
                    onPress={() => {
                      onShow(fence)
                      acts.edit(fence)
                    }}
                  />
                  <IconButton
                    icon="trash"
                    label={t.deleteFence({ name: fence.fence_name })}
                    onPress={() => (fence.rule_count > 0 ? used.open(fence) : void acts.remove(fence))}
                  />
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayEdit && called.data && (
        <div className="place-card-actions">
          <Button icon="plus" isDisabled={isFull} onPress={() => onDraw('circle')}>
            {t.drawCircle}
          </Button>
          <Button icon="plus" isDisabled={isFull} onPress={() => onDraw('polygon')}>
            {t.drawPolygon}
          </Button>
          {isFull && <span className="place-note">{t.fencesFull({ most: LIMITS.geofences })}</span>}
        </div>
      )}
      {used.dialogState && <UsedFence fence={used.dialogState} isOpen={used.isOpen} onClose={used.close} />}
    </section>
  )
}

/** Why a fence cannot be deleted: the rules that name it. */
function UsedFence({ fence, isOpen, onClose }: { fence: Geofence; isOpen: boolean; onClose: () => void }) {
  const t = useText(text)
  const { close } = useText(words)
  const { lang } = useElement()
  const { fence_name, rule_count, rules } = fence
  return (
    <Dialog
      title={t.fenceUsed({ name: fence_name })}
      isOpen={isOpen}
      onClose={onClose}
      size="small"
      actions={<Button onPress={onClose}>{close}</Button>}
    >
      <p className="fence-used">{t.fenceUsedBy({ count: rule_count })}</p>
      <ul className="fence-used">
        {rules.map(({ owner, alarm_name, alarm_name_en }) => {
          const line = `${owner} · ${nameIn(lang, alarm_name, alarm_name_en)}`
          return <li key={line}>{line}</li>
        })}
        {rule_count > rules.length && <li>{t.fenceUsedOthers({ count: rule_count - rules.length })}</li>}
      </ul>
    </Dialog>
  )
}

/** What a fence is, in a line. */
function useFenceText(): (fence: Geofence) => string {
  const t = useText(text)
  const format = useFormat()
  return ({ radius_m, corners, rule_count }) => {
    const radius =
      radius_m !== null && radius_m >= 1000
        ? t.kilometres({ value: format.number(radius_m / 1000, radius_m % 1000 === 0 ? 0 : 1) })
        : t.metres({ value: format.number(radius_m ?? 0, 0) })
    const shape = radius_m === null ? t.polygonOf({ count: corners.length }) : t.circleOf({ radius })
    return rule_count === 0 ? shape : `${shape} · ${t.fenceRules({ count: rule_count })}`
  }
}
