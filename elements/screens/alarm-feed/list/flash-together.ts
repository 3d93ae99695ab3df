import type { AnimationEvent } from 'react'

/** All marks flash at once: one that begins later joins in the beat of the others. */
export function flashTogether({ target, animationName }: AnimationEvent): void {
  if (animationName !== 'feed-flash') return
  for (const animation of (target as Element).getAnimations()) animation.startTime = 0
}
