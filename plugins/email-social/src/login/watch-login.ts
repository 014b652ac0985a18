import { EmailWalletError } from '../errors.js'
import type { FrameChannel } from '../frame-channel.js'

/** Wraps a channel. If the gateway rejects the login as ended, calls `onEnded` and rejects the request with 4100 (EIP-1193). */
export const watchLogin = (channel: FrameChannel, onEnded: () => void): FrameChannel => ({
  async request(name, payload, timeoutMs) {
    try {
      return await channel.request(name, payload, timeoutMs)
    } catch (error) {
      if (!(error instanceof EmailWalletError) || error.code !== 'UNAUTHORIZED') throw error
      onEnded()
      throw new EmailWalletError(4100, error.message)
    }
  },
})
