import { signal } from '@wallet-modal/kernel'
import type { FrameChannel } from './frame-channel.js'
import { type MessageName, parseReply } from './frame-messages.js'
import type { EmbeddedWallet } from './wallet.js'

const unexpected = (): Promise<never> => Promise.reject(new Error('This test does not expect this call of the wallet.'))

/** Embedded wallet with these members. Its other methods reject, except `abort`. */
export const walletOf = (members: Partial<EmbeddedWallet> = {}): EmbeddedWallet => ({
  ...{ email: signal(null), smartAccount: signal(null), abort: async () => undefined, syncTheme: () => undefined },
  ...{ setAccountType: unexpected, delegate: unexpected, removeDelegation: unexpected, requestCode: unexpected },
  ...{ finishDevice: unexpected, verifyCode: unexpected, updateEmail: unexpected, verifyOldEmail: unexpected },
  ...{ verifyNewEmail: unexpected, beginSocial: unexpected, finishSocial: unexpected, beginFarcaster: unexpected },
  ...{ finishFarcaster: unexpected, abortFarcaster: unexpected, loadUser: unexpected, signOut: unexpected },
  ...{ abandonLogin: unexpected, provider: unexpected },
  ...members,
})

/** Channel to a frame that replies with the results of `reply`. Invalid replies reject. */
export const channelOf = (reply: (name: MessageName) => unknown): FrameChannel => ({
  async request(name) {
    const type = `@w3m-frame/${name}_SUCCESS`
    const parsed = parseReply(name, { type, id: crypto.randomUUID(), payload: await reply(name) })
    if (parsed?.ok) return parsed.payload
    throw new Error(`This test has an invalid reply to ${name}.`)
  },
})
