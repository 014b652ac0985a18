import { messageOf } from '@wallet-modal/kernel'

/** Whether the relay rejects a token as not yet valid or expired, although it was just signed: the clock of this device is wrong. */
export const isAboutClock = (error: unknown): boolean => /\bJWT\b/.test(messageOf(error))
