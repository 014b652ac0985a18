/** Whether the main pointing device is a finger, as on phones and tablets. */
export const isTouch = (): boolean => globalThis.matchMedia?.('(pointer:coarse)').matches
