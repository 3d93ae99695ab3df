/** What a device's position is compared with a geofence by; such a rule is about the point `lat`. */
export const FENCE_CONDITIONS = ['enters_fence', 'leaves_fence', 'outside_fence'] as const

export const isFenceCondition = (condition: string): condition is (typeof FENCE_CONDITIONS)[number] =>
  FENCE_CONDITIONS.some((one) => one === condition)
