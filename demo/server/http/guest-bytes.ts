import { demand } from '../limits/limiter.ts'
import type { Budgets } from '../limits/rates.ts'
import { type Caller, principalOf } from './caller.ts'

/** Counts bytes of pictures and the like that a guest or visitor reads. */
export function countGuestBytes(
  { galleryOfGuest, galleryOfKey }: Pick<Budgets, 'galleryOfGuest' | 'galleryOfKey'>,
  caller: Caller,
  bytes: number,
): void {
  if (caller.guest) demand([galleryOfGuest, principalOf(caller), bytes], [galleryOfKey, caller.guest.key_id, bytes])
}
