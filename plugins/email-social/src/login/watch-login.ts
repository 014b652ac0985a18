import { EmailWalletError } from '../errors.js'
import type { FrameChannel } from '../frame-channel.js'
import type { MessageName } from '../frame-messages.js'

/** Requests whose reply means that the frame has a new login. */
const logins: ReadonlySet<MessageName> = new Set<MessageName>(['CONNECT_OTP', 'CONNECT_SOCIAL', 'CONNECT_FARCASTER'])

/**
 * Wraps a channel. If the frame rejects a request with `UNAUTHORIZED` (the login has ended), calls `onEnded` and rejects with 4100 (EIP-1193). Does
 * not call `onEnded` if the visitor has logged in again during the request.
 */
export function watchLogin(channel: FrameChannel, onEnded: () => void): FrameChannel {
  /** Number of logins so far. */
  let generation = 0
  return {
    async request(name, payload, timeoutMs) {
      const generationAtStart = generation
      try {
        const reply = await channel.request(name, payload, timeoutMs)
        if (logins.has(name)) generation++
        return reply
      } catch (error) {
        if (!(error instanceof EmailWalletError) || error.code !== 'UNAUTHORIZED') throw error
        if (generationAtStart === generation) onEnded()
        throw new EmailWalletError(4100, error.message)
      }
    },
  }
}
