import { FrameError } from '../gateway.js'

const hasCode = (error: unknown, code: string): boolean => error instanceof FrameError && error.code === code

/** Whether the gateway or a proxy failed. The gateway may have executed the request. See `readFailure`. */
export const isFault = (error: unknown): boolean => hasCode(error, 'FAULT')

/** Whether an error means that a login has expired, or that its result was already read. */
export const isGone = (error: unknown): boolean => hasCode(error, 'NOT_FOUND')
