import { createAppClient } from '@farcaster/auth-client'
import * as v from 'valibot'
import { type Address, createPublicClient, custom, parseAbi } from 'viem'
import { RequestError } from '../../http.js'
import type { SocialIdentity } from '../social/social-client.js'

/** Endpoints of Farcaster logins. */
export interface FarcasterSource {
  /** Base URL of the relay that receives the phone's reply. Default: `https://relay.farcaster.xyz`. */
  readonly relayUrl?: string
  /** Contract whose `idOf(address)` returns the Farcaster id of a custody address. Default: Farcaster's ID Registry on OP Mainnet. */
  readonly registry?: Address
  /** Sends a JSON-RPC call to a node of the registry's chain. */
  request(method: string, params: readonly unknown[]): Promise<unknown>
}

/** Pending login at the relay. */
export interface FarcasterChannel {
  readonly channelToken: string
  readonly nonce: string
}

export interface FarcasterClient {
  /**
   * Starts a login. Resolves with a channel and the link for the phone. `expiresAt`: milliseconds since 1970. Rejects with `SOURCE_FAILED` if the
   * relay does not answer.
   */
  open(site: string, nonce: string, expiresAt: number): Promise<FarcasterChannel & { readonly url: string }>
  /**
   * Resolves with the visitor's account, or with `undefined` until the visitor has approved. Rejects with `NOT_FOUND` if the channel has ended,
   * `NOT_ALLOWED` if the reply does not prove the account, and `SOURCE_FAILED` if the relay or the node does not answer.
   */
  identify(channel: FarcasterChannel, site: string): Promise<SocialIdentity | undefined>
}

/** Farcaster's ID Registry on OP Mainnet. */
const idRegistry: Address = '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b'
const abi = parseAbi(['function idOf(address owner) view returns (uint256)'])
const TIMEOUT_MS = 10_000

const channelReply = v.object({
  channelToken: v.pipe(v.string(), v.regex(/^[\w-]{1,200}$/)),
  url: v.pipe(v.string(), v.maxLength(1000), v.url(), v.regex(/^https?:/)),
})
const statusReply = v.object({
  state: v.literal('completed'),
  message: v.pipe(v.string(), v.maxLength(4000)),
  signature: v.custom<`0x${string}`>((value) => typeof value === 'string' && /^0x(?:[\da-f]{2}){1,4096}$/i.test(value)),
  username: v.fallback(v.optional(v.pipe(v.string(), v.maxLength(100))), undefined),
})

const outage = (cause?: unknown): RequestError =>
  new RequestError('SOURCE_FAILED', 'Farcaster does not answer. Try again.', { cause, reason: 'FARCASTER_SILENT' })

/** Sign In With Farcaster (FIP-11): an EIP-4361 message, signed by the custody address of a Farcaster id and transmitted by a relay. */
export function createFarcasterClient({ relayUrl, registry = idRegistry, request }: FarcasterSource): FarcasterClient {
  const transport = custom({ request: ({ method, params }) => request(method, Array.isArray(params) ? params : []) })
  // without CCIP-Read (ERC-3668), with which a contract could make this server request any URL
  const publicClient = createPublicClient({ transport, cacheTime: 0, ccipRead: false })
  const client = createAppClient({
    ...(relayUrl !== undefined && { relay: relayUrl }),
    ethereum: {
      publicClient,
      getFid: (owner) => publicClient.readContract({ address: registry, abi, functionName: 'idOf', args: [owner] }),
      isValidAuthAddress: async () => false, // only custody addresses are accepted
    },
  })
  return {
    async open(site, nonce, expiresAt) {
      const reply = await withTimeout(
        client.createChannel({
          siweUri: site,
          domain: new URL(site).host,
          nonce,
          expirationTime: new Date(expiresAt).toISOString(),
          acceptAuthAddress: false,
        }),
      )
      const { success, output } = v.safeParse(channelReply, reply.data)
      if (reply.isError || !success) throw outage(reply.error)
      return { ...output, nonce }
    },
    async identify({ channelToken, nonce }, site) {
      const reply = await withTimeout(client.status({ channelToken }))
      if (reply.isError) throw outage(reply.error)
      const { status } = reply.response
      if (status === 401 || status === 404)
        throw new RequestError('NOT_FOUND', 'The login has expired. Start again.', { reason: 'LOGIN_EXPIRED' })
      if (status === 202) return undefined
      const { success, output } = v.safeParse(statusReply, reply.data)
      if (!success) throw outage()
      const { message, signature, username } = output
      const domain = new URL(site).host
      const proof = await withTimeout(
        client.verifySignInMessage({ message, signature, nonce, domain, acceptAuthAddress: false }),
      )
      if (proof.isError)
        throw proof.error?.errCode === 'unavailable' || proof.error?.errCode === 'unknown'
          ? outage(proof.error)
          : new RequestError('NOT_ALLOWED', 'Farcaster’s answer does not prove that the account is yours. Try again.', {
              reason: 'NOT_PROVEN',
            })
      return { subject: String(proof.fid), ...(username !== undefined && { name: username }) }
    },
  }
}

async function withTimeout<T>(pending: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(outage()), TIMEOUT_MS)
  })
  try {
    return await Promise.race([pending, timeout])
  } finally {
    clearTimeout(timer)
  }
}
