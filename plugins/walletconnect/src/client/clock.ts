import { messageOf } from '@wallet-modal/kernel'

/** Whether the relay rejected a token as expired or not yet valid. The token was just signed, so the clock of this device is wrong. */
export const isClockError = (error: unknown): boolean => /\bJWT\b/.test(messageOf(error))
