import { EmailWalletError } from '../errors.js'
import type { FrameChannel } from '../frame-channel.js'
import type { MessageName } from '../frame-messages.js'

/** Requests whose reply means that the frame has a new login. */
const logins: ReadonlySet<MessageName> = new Set<MessageName>(['CONNECT_OTP', 'CONNECT_SOCIAL', 'CONNECT_FARCASTER'])

/**
 * Wraps a channel. If the frame reports that its login has ended (`UNAUTHORIZED`), calls `onEnded` and rejects the request with 4100 (EIP-1193). The
 * frame reports this for its current login only. Does not call `onEnded` if a new login was made while the frame ended the earlier one.
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
