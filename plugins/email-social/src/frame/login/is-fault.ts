import { FrameError } from '../gateway.js'

/** Whether the gateway failed while it handled a request (status 500). */
export const isFault = (error: unknown): boolean => error instanceof FrameError && error.code === 'FAULT'
