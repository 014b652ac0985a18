import { messageOf } from '@wallet-modal/kernel'

/** Whether the relay says that a client's token is not valid yet, or no longer: it was signed by the clock of this device a moment ago. */
export const isAboutClock = (error: unknown): boolean => /\bJWT\b/.test(messageOf(error))
