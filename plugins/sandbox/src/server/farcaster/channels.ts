import * as v from 'valibot'
import type { Clock } from '../clock.js'

const short = v.pipe(v.string(), v.maxLength(2000))

/** Request to sign in with Farcaster, which a site sends to the phone through the relay (FIP-11). */
export const channelRequest = v.object({
  siweUri: v.pipe(short, v.url()),
  domain: short,
  nonce: v.optional(v.pipe(v.string(), v.regex(/^[\da-zA-Z]{8,200}$/))),
  notBefore: v.optional(short),
  expirationTime: v.optional(short),
  requestId: v.optional(short),
  redirectUrl: v.optional(short),
  acceptAuthAddress: v.optional(v.boolean(), false),
})

/** The phone's answer to a request: the signed message (ERC-4361) and the profile of the account (FIP-11). */
export const phoneAnswer = v.object({
  message: short,
  signature: v.pipe(v.string(), v.regex(/^0x[\da-f]+$/i)),
  authMethod: v.optional(v.picklist(['custody', 'authAddress'])),
  fid: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  username: v.optional(short),
  displayName: v.optional(short),
  bio: v.optional(short),
  pfpUrl: v.optional(short),
})

/** Sign-in request of a site, and the phone's answer once it exists. */
export interface Channel {
  /** URL that the phone opens. */
  readonly url: string
  readonly nonce: string
  readonly request: v.InferOutput<typeof channelRequest>
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  answer?: v.InferOutput<typeof phoneAnswer>
}

const LIFETIME_MS = 60 * 60_000

/** Channels of the relay by token. A channel expires after an hour, and is removed when the site has read the phone's answer. */
export interface Channels {
  /** Creates a channel. Returns its token and the channel. */
  open(request: v.InferOutput<typeof channelRequest>, urlOf: (token: string) => string): [string, Channel]
  /** `undefined` if the channel is unknown or has expired. */
  find(token: string): Channel | undefined
  close(token: string): void
  clear(): void
}

export function createChannels(clock: Clock): Channels {
  const channels = new Map<string, Channel>()
  return {
    open(request, urlOf) {
      const token = crypto.randomUUID()
      const nonce = request.nonce ?? crypto.randomUUID().replaceAll('-', '')
      const channel = { url: urlOf(token), nonce, request, expiresAt: clock.now() + LIFETIME_MS }
      channels.set(token, channel)
      return [token, channel]
    },
    find(token) {
      const found = channels.get(token)
      return found && found.expiresAt > clock.now() ? found : undefined
    },
    close: (token) => void channels.delete(token),
    clear: () => channels.clear(),
  }
}
