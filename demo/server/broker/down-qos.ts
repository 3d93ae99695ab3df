/** Sparkplug 3.0 wants commands at QoS 0: one that was lost is seen by the missing report, one that comes twice may act twice. */
export const downQos = (topic: string): 0 | 1 => (topic.startsWith('spBv1.0/') ? 0 : 1)
