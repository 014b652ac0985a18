import * as v from 'valibot'
import { approvalFields, withApprovalLocation } from './approval/approval-location.js'
import type { EcdsaSignature } from './key/key.js'
import { readFailure } from './read-failure.js'
import type { KeyCommitments, NoncePoints } from './solana/threshold-key.js'

/** Error of the gateway or the frame. `code`: a number of EIP-1193, EIP-5792 or JSON-RPC, or a text such as `NO_LOGIN`. */
export class FrameError extends Error {
  override readonly name = 'FrameError'
  constructor(
    readonly code: number | string,
    message: string,
    readonly retryInSeconds?: number,
    /** The gateway's reason, more specific than `code`, such as `COOLDOWN`. */
    readonly reason?: string,
  ) {
    super(message)
  }
}

interface Refusal {
  readonly code: number | string
  readonly message: string
  /** Key of the message's translation. Default: the code. */
  readonly reason?: string | undefined
  readonly retryInSeconds?: number | undefined
}

/** Creates an error with a message in the visitor's language. Without a translation, the error has the English `message`. */
export async function refusal({ code, message, reason, retryInSeconds }: Refusal): Promise<FrameError> {
  const texts = await import('./texts/refusals.js').catch(() => undefined) // the file is missing after an update of the gateway
  const translated = texts?.translatedRefusal(reason ?? String(code), retryInSeconds)
  return new FrameError(code, translated ?? message, retryInSeconds, reason)
}

const address = v.pipe(v.string(), v.regex(/^0x[\da-fA-F]{40}$/))
const bytes = v.pipe(v.string(), v.regex(/^(?:[\da-f]{2}){1,2048}$/))

const chain = v.object({
  chainId: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  name: v.string(),
  symbol: v.string(),
  decimals: v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(36)),
})
export type FrameChain = v.InferOutput<typeof chain>

const bytes32 = v.pipe(v.string(), v.regex(/^[\da-f]{64}$/))
const solanaChain = v.object({ caipNetworkId: v.pipe(v.string(), v.regex(/^solana:[-\w]{1,32}$/)), name: v.string() })
export type FrameSolanaChain = v.InferOutput<typeof solanaChain>
const noncePoints = v.object({ hiding: bytes32, binding: bytes32 })
const beginKeyReply = v.object({
  generation: bytes32,
  commitment: v.tuple([bytes32, bytes32]),
  proofOfKnowledge: v.pipe(v.string(), v.regex(/^[\da-f]{128}$/)),
  signingShare: bytes32,
})

const account = v.object({
  accountId: v.string(),
  /** Login method of the account: `email`, or `socialProvider` with `userName` if known. */
  email: v.optional(v.string()),
  socialProvider: v.optional(v.string()),
  userName: v.optional(v.string()),
  /** Origin of the site on which the login was made. */
  site: v.string(),
  chains: v.array(chain),
  /** Smart account contract; `null` if there is none. */
  smartAccount: v.optional(v.nullable(address), null),
  ...approvalFields,
  /** Whether the gateway loses its accounts when it restarts, as the sandbox does. */
  hasTemporaryStore: v.optional(v.boolean()),
  wallet: v.nullable(v.object({ address })),
  /** Absent if the gateway has no Solana network. `publicKey` is `null` until the account's Solana key exists. */
  solana: v.optional(v.object({ chains: v.array(solanaChain), publicKey: v.nullable(bytes32) })),
})
export type FrameAccount = v.InferOutput<typeof account>

const shares = v.object({ address, share: bytes, recovery: bytes })
/** The account's EVM key as stored at the gateway: its address, the gateway's share, and the encrypted recovery share. Shares are hex. */
export type StoredKey = v.InferOutput<typeof shares>

const passkey = v.object({
  credentialId: v.pipe(v.string(), v.regex(/^[\w-]+$/)),
  sealedShare: bytes,
  /** Milliseconds since the Unix epoch, by the gateway's clock. Absent if an older gateway stored the passkey. */
  addedAt: v.optional(v.number()),
})
/** Passkey of the account, and the key share that is encrypted for it, in hex. */
export type Passkey = v.InferOutput<typeof passkey>

const device = v.object({
  id: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/)),
  site: v.string(),
  browser: v.string(),
  loggedInAt: v.number(),
  usedAt: v.number(),
  isCurrent: v.boolean(),
})
/** Logged-in browser of the account on one site. Times are in milliseconds since the Unix epoch. */
export type AccountDevice = v.InferOutput<typeof device>

export interface SocialLoginStart {
  readonly provider: string
  readonly attempt: string
  readonly site: string
  readonly returnUrl: string
  /** SHA-256 of the verifier, in hex. */
  readonly challenge: string
}

export interface SolanaCall {
  readonly caipNetworkId: string
  readonly method: string
  readonly params: readonly unknown[]
}

export interface CodeRequest {
  readonly email: string
  readonly site: string
  /** Secret of this browser, in hex. */
  readonly device: string
  /** `attempt` of an earlier reply. If it is set, the gateway sends a new link for that login. */
  readonly attempt?: string
}

/** Mailed code that authorizes the key export. `device` is the secret of the browser that requested the code, in hex. */
export interface ExportProof {
  readonly request: string
  readonly code: string
  readonly device: string
}

const codeReply = v.object({
  request: v.optional(v.string()),
  attempt: v.optional(v.string()),
  retryInSeconds: v.number(),
})
const deviceReply = v.object({ request: v.nullable(v.string()), retryInSeconds: v.optional(v.number()) })

const emailChange = v.object({
  change: v.string(),
  step: v.picklist(['PRIMARY', 'SECONDARY']),
  retryInSeconds: v.number(),
})

/**
 * Calls a route of the gateway and parses the reply. Rejects with {@link FrameError} if the gateway refuses the request, or a proxy does (code
 * `REFUSED`). Rejects with another error if no valid reply arrives.
 */
async function callRoute<const Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
  {
    method = 'GET',
    session,
    body,
    keepalive = false,
  }: {
    readonly method?: string
    readonly session?: string
    readonly body?: unknown
    /** Whether the request continues when the page is closed. */
    readonly keepalive?: boolean
  } = {},
): Promise<v.InferOutput<Schema>> {
  const response = await fetch(path, {
    method,
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'error',
    keepalive,
    headers: {
      'accept-language': document.documentElement.lang, // language of mails
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(session !== undefined && { authorization: `Bearer ${session}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw await refusal(await readFailure(response))
  const answer: unknown = await response.json()
  return v.parse(schema, answer)
}

/** Routes of the gateway, on the frame's own origin. */
export const gateway = {
  /** Returns `request` if a code was sent, `attempt` if a link was sent. */
  requestCode: (body: CodeRequest) => callRoute('/accounts/email/code', codeReply, { method: 'POST', body }),
  /** Reads whether the mailed link was approved. `request` is `null` until then, and afterwards identifies the code that was sent. */
  deviceResult: (attempt: string) =>
    callRoute('/accounts/email/device', deviceReply, { method: 'POST', body: { attempt } }),
  /** Exchanges a mailed code for a session token. */
  verify: (request: string, code: string) =>
    callRoute('/accounts/email/verify', v.object({ session: v.string() }), { method: 'POST', body: { request, code } }),
  /**
   * Requests a code for a change of the email address. `change`: id from an earlier reply. If it is set, the gateway sends the code of the current
   * step again. `step` of the reply: `PRIMARY` if the code was sent to the old address, `SECONDARY` if it was sent to the new address.
   */
  beginEmailChange: (
    session: string,
    body: { readonly email: string; readonly change?: string; readonly proof: EcdsaSignature },
  ) => callRoute('/accounts/email/change', emailChange, { method: 'POST', session, body }),
  verifyOldEmail: (session: string, change: string, code: string) =>
    callRoute('/accounts/email/change/primary', v.object({ retryInSeconds: v.number() }), {
      method: 'POST',
      session,
      body: { change, code },
    }),
  verifyNewEmail: (session: string, change: string, code: string) =>
    callRoute('/accounts/email/change/secondary', v.object({ email: v.string() }), {
      method: 'POST',
      session,
      body: { change, code },
    }),
  beginSocial: (body: SocialLoginStart) =>
    callRoute('/accounts/social/begin', v.object({ uri: v.string() }), { method: 'POST', body }),
  redeemSocial: (code: string, verifier: string) =>
    callRoute('/accounts/social/redeem', v.object({ session: v.string() }), {
      method: 'POST',
      body: { code, verifier },
    }),
  beginFarcaster: (site: string) =>
    callRoute('/accounts/farcaster/begin', v.object({ request: v.string(), url: v.string() }), {
      method: 'POST',
      body: { site },
    }),
  /** Reads the session token of a Farcaster login; `null` until the visitor has approved. */
  farcasterResult: async (request: string): Promise<string | null> =>
    (
      await callRoute('/accounts/farcaster/result', v.object({ session: v.nullable(v.string()) }), {
        method: 'POST',
        body: { request },
      })
    ).session,
  account: async (session: string) => withApprovalLocation(await callRoute('/accounts/me', account, { session })),
  signOut: (session: string) =>
    callRoute('/accounts/sign-out', v.unknown(), { method: 'POST', session, body: {}, keepalive: true }),
  devices: async (session: string): Promise<readonly AccountDevice[]> =>
    (await callRoute('/accounts/devices', v.object({ devices: v.array(device) }), { session })).devices,
  signOutDevice: (session: string, id: string) =>
    callRoute(`/accounts/devices/${id}`, v.unknown(), { method: 'DELETE', session }),
  signOutOthers: (session: string) => callRoute('/accounts/devices', v.unknown(), { method: 'DELETE', session }),
  readKey: (session: string) => callRoute('/accounts/key', shares, { session }),
  /** Requests a mailed code for the key export. The code is valid in this login and browser only. */
  requestExport: (session: string, device: string) =>
    callRoute('/accounts/key/export/code', v.object({ request: v.string(), retryInSeconds: v.number() }), {
      method: 'POST',
      session,
      body: { device },
    }),
  exportShare: (session: string, proof: ExportProof) =>
    callRoute('/accounts/key/export', shares, { method: 'POST', session, body: proof }),
  /** Fails with `CONFLICT` if the account has an EVM key. */
  storeKey: (session: string, key: StoredKey) =>
    callRoute('/accounts/key', v.unknown(), { method: 'PUT', session, body: key }),
  passkeys: async (session: string): Promise<readonly Passkey[]> =>
    (await callRoute('/accounts/passkeys', v.object({ passkeys: v.array(passkey) }), { session })).passkeys,
  /** `proof`: a signature by the account's EVM key (`proveKey`). */
  addPasskey: (session: string, body: Omit<Passkey, 'addedAt'> & { readonly proof: EcdsaSignature }) =>
    callRoute('/accounts/passkeys', v.unknown(), { method: 'POST', session, body }),
  /** `proof`: a signature by the account's EVM key (`proveKey`). */
  removePasskey: (session: string, body: { readonly credentialId: string; readonly proof: EcdsaSignature }) =>
    callRoute('/accounts/passkeys/remove', v.unknown(), { method: 'POST', session, body }),
  rpc: async (session: string, chainId: number, method: string, params: readonly unknown[]): Promise<unknown> =>
    (
      await callRoute('/accounts/rpc', v.object({ result: v.unknown() }), {
        method: 'POST',
        session,
        body: { chainId, method, params },
      })
    ).result,
  /** Routes of the Solana account. The frame and the gateway sign together (`signTogether`). */
  solana: {
    beginKey: (session: string, body: KeyCommitments) =>
      callRoute('/accounts/solana/key/begin', beginKeyReply, { method: 'POST', session, body }),
    /** Fails with `CONFLICT` if the account has a Solana key. `proof`: a signature by the account's EVM key (`proveKey`). */
    storeKey: (
      session: string,
      body: {
        readonly generation: string
        readonly signingShare: string
        readonly frameShare: string
        readonly publicKey: string
        readonly proof: EcdsaSignature
      },
    ) => callRoute('/accounts/solana/key', v.unknown(), { method: 'PUT', session, body }),
    readKey: (session: string) =>
      callRoute('/accounts/solana/key', v.object({ publicKey: bytes32, frameShare: bytes }), { session }),
    sign: (session: string, body: { readonly message: string; readonly nonces: NoncePoints }) =>
      callRoute('/accounts/solana/sign', v.object({ nonces: noncePoints, part: bytes32 }), {
        method: 'POST',
        session,
        body,
      }),
    rpc: async (session: string, body: SolanaCall): Promise<unknown> =>
      (await callRoute('/accounts/solana/rpc', v.object({ result: v.unknown() }), { method: 'POST', session, body }))
        .result,
  },
}
