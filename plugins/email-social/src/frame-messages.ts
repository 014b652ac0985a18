import * as v from 'valibot'
import { isEmail } from './is-email.js'

/**
 * Messages between the page and the embedded wallet's frame, parsed by both sides. They are a subset of version 4 of the protocol with the prefixes
 * `@w3m-app` (from the page) and `@w3m-frame` (from the frame): some messages and optional fields are left out. This package adds some fields, the
 * reply to `RPC_ABORT`, and the messages `HELLO`, `REMOVE_DELEGATION`, `MANAGE_DEVICES` and `EXPORT_KEY`. The replies to `CONNECT_SOCIAL` and
 * `CONNECT_FARCASTER` contain `next` only; the page reads the account with `GET_USER`.
 */

/** The only message sent with `window.postMessage`: transfers one port of a channel to the frame. */
export const HELLO = '@w3m-app/HELLO'

const id = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/))
const shortText = v.pipe(v.string(), v.maxLength(1000))
const email = v.pipe(v.string(), v.check(isEmail))
const chainId = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
/** CAIP-2 id of a Solana network. */
const solanaNetwork = v.pipe(v.string(), v.regex(/^solana:[-\w]{1,32}$/))
const address = v.pipe(v.string(), v.regex(/^0x[\da-fA-F]{40}$/))
const token = v.pipe(v.string(), v.regex(/^[\da-f]{64}$/))
const social = v.picklist(['google', 'x', 'discord', 'github', 'apple', 'facebook'])
const accountType = v.picklist(['eoa', 'smartAccount'])
const noPayload = v.optional(v.unknown())

/** Payloads from the page, by name. */
const requests = {
  SYNC_DAPP_DATA: v.object({
    metadata: v.object({ name: shortText, url: shortText }),
    projectId: v.optional(shortText),
  }),
  SYNC_THEME: v.object({
    themeMode: v.picklist(['light', 'dark']),
    accent: v.optional(v.pipe(v.string(), v.regex(/^#[\da-f]{6}$/i))),
    locale: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{2,35}$/))),
  }),
  CONNECT_EMAIL: v.object({ email }),
  /** Answered when the visitor has approved the login through the mailed link, and the code was sent. `RPC_ABORT` cancels this request. */
  CONNECT_DEVICE: noPayload,
  CONNECT_OTP: v.object({ otp: v.pipe(v.string(), v.regex(/^\d{6}$/)) }),
  /**
   * Answered when the visitor has approved the change in the frame. A repeated request for the same address sends the code of the current step again.
   * `isResend`: rejects with the reason `CHANGE_EXPIRED` instead of asking for approval.
   */
  UPDATE_EMAIL: v.object({ email, isResend: v.optional(v.boolean()) }),
  UPDATE_EMAIL_PRIMARY_OTP: v.object({ otp: v.pipe(v.string(), v.regex(/^\d{6}$/)) }),
  UPDATE_EMAIL_SECONDARY_OTP: v.object({ otp: v.pipe(v.string(), v.regex(/^\d{6}$/)) }),
  GET_SOCIAL_REDIRECT_URI: v.object({
    provider: social,
    attempt: token,
    returnUrl: v.pipe(v.string(), v.maxLength(2000)),
  }),
  /** `uri`: fragment of the URL to which the login window was redirected at the end. */
  CONNECT_SOCIAL: v.object({ uri: shortText, attempt: token }),
  GET_FARCASTER_URI: noPayload,
  /** Answered when the visitor has approved the login in the Farcaster app. `RPC_ABORT` cancels this request. */
  CONNECT_FARCASTER: noPayload,
  IS_CONNECTED: noPayload,
  /** `preferredAccountType`: the site's default, for visitors who have not chosen a type. */
  GET_USER: v.optional(v.object({ preferredAccountType: v.optional(accountType) })),
  SET_PREFERRED_ACCOUNT: v.object({ type: accountType }),
  /** Removes the account's delegation on the chain. The visitor approves the removal in the frame. */
  REMOVE_DELEGATION: v.object({ chainId }),
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: noPayload,
  /** Displays the list of logged-in devices in the frame. Answered when the list is closed. */
  MANAGE_DEVICES: noPayload,
  /**
   * Displays the private key in the frame after the visitor has confirmed. Answered when this screen is closed. The reply does not contain the key.
   */
  EXPORT_KEY: noPayload,
  /** `keepsStored`: ends only the login of this frame, and keeps another login that this browser has stored for the site. */
  SIGN_OUT: v.optional(v.object({ keepsStored: v.optional(v.boolean()) })),
  SWITCH_NETWORK: v.object({ chainId }),
  /** `chainId` is a number on EVM networks and a CAIP-2 id on Solana. */
  RPC_REQUEST: v.object({
    method: shortText,
    params: v.optional(v.unknown()),
    chainId: v.union([chainId, solanaNetwork]),
  }),
  /**
   * Rejects all requests that wait for the visitor's approval, and ends pending logins. `GET_USER` continues to wait while the visitor saves or
   * enters the recovery code.
   */
  RPC_ABORT: noPayload,
} as const

/** Payloads of successful replies, by name. */
const replies = {
  SYNC_DAPP_DATA: noPayload,
  SYNC_THEME: noPayload,
  /** `isResumed`: no new mail was sent, because the previous mail is too recent. The code or link of the previous mail is still valid. */
  CONNECT_EMAIL: v.object({
    action: v.picklist(['VERIFY_OTP', 'VERIFY_DEVICE']),
    retryInSeconds: v.number(),
    isResumed: v.optional(v.boolean()),
  }),
  CONNECT_DEVICE: v.object({ retryInSeconds: v.number() }),
  /** `next`: what the visitor must do in the frame before `GET_USER` is answered: nothing, save a new recovery code, or recover the key. */
  CONNECT_OTP: v.object({ next: v.picklist(['NOTHING', 'SAVE_RECOVERY', 'RECOVER']) }),
  UPDATE_EMAIL: v.object({
    action: v.picklist(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP']),
    retryInSeconds: v.number(),
  }),
  UPDATE_EMAIL_PRIMARY_OTP: v.object({ retryInSeconds: v.number() }),
  UPDATE_EMAIL_SECONDARY_OTP: v.object({ newEmail: shortText }),
  GET_SOCIAL_REDIRECT_URI: v.object({ uri: shortText }),
  CONNECT_SOCIAL: v.object({ next: v.picklist(['NOTHING', 'SAVE_RECOVERY', 'RECOVER']) }),
  GET_FARCASTER_URI: v.object({ url: v.pipe(shortText, v.regex(/^https?:\/\//)) }),
  CONNECT_FARCASTER: v.object({ next: v.picklist(['NOTHING', 'SAVE_RECOVERY', 'RECOVER']) }),
  IS_CONNECTED: v.object({ isConnected: v.boolean() }),
  GET_USER: v.object({
    email: v.optional(shortText),
    userName: v.optional(shortText),
    /** Service of a social login. */
    socialProvider: v.optional(shortText),
    address,
    chainId,
    chains: v.array(chainId),
    accounts: v.array(v.object({ address, type: accountType })),
    preferredAccountType: accountType,
    /** Whether the account delegates to the smart account contract on the chain `chainId`. */
    smartAccountDeployed: v.boolean(),
    /** Smart account contract; absent if the gateway has no smart accounts. */
    smartAccount: v.optional(address),
    /** Solana networks that the gateway serves, by CAIP-2 id. */
    solanaNetworks: v.optional(v.array(solanaNetwork), []),
  }),
  SET_PREFERRED_ACCOUNT: v.object({ type: accountType, address }),
  /** Hash of the transaction. */
  REMOVE_DELEGATION: v.object({ hash: v.pipe(v.string(), v.regex(/^0x[\da-f]{64}$/)) }),
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: v.object({ smartAccountEnabledNetworks: v.array(chainId) }),
  MANAGE_DEVICES: noPayload,
  EXPORT_KEY: noPayload,
  SIGN_OUT: noPayload,
  SWITCH_NETWORK: v.object({ chainId }),
  RPC_REQUEST: v.unknown(),
  RPC_ABORT: noPayload,
} as const

/** Type of the embedded wallet's EVM account. The plain account (`eoa`) and the smart account have the same address (EIP-7702). */
export type WalletAccountType = v.InferOutput<typeof accountType>

export type MessageName = keyof typeof requests
export type RequestPayload<Name extends MessageName> = v.InferOutput<(typeof requests)[Name]>
export type ReplyPayload<Name extends MessageName> = v.InferOutput<(typeof replies)[Name]>

const failure = v.object({
  message: v.pipe(v.string(), v.maxLength(2000)),
  /** Number: error code of EIP-1193 or JSON-RPC. String: error code of the gateway or the frame, such as `NO_LOGIN`. */
  code: v.optional(v.union([v.pipe(v.number(), v.safeInteger()), v.pipe(v.string(), v.maxLength(64))])),
  retryInSeconds: v.optional(v.number()),
  /** The gateway's reason, more specific than `code`. */
  reason: v.optional(v.pipe(v.string(), v.maxLength(64))),
})
/** Payload of a reply of type `..._ERROR`. */
export type FailurePayload = v.InferOutput<typeof failure>

const requestOf = <const Name extends MessageName>(name: Name) =>
  v.object({ type: v.literal(`@w3m-app/${name}`), id, payload: requests[name] })

const request = v.variant('type', [
  requestOf('SYNC_DAPP_DATA'),
  requestOf('SYNC_THEME'),
  requestOf('CONNECT_EMAIL'),
  requestOf('CONNECT_DEVICE'),
  requestOf('CONNECT_OTP'),
  requestOf('UPDATE_EMAIL'),
  requestOf('UPDATE_EMAIL_PRIMARY_OTP'),
  requestOf('UPDATE_EMAIL_SECONDARY_OTP'),
  requestOf('GET_SOCIAL_REDIRECT_URI'),
  requestOf('CONNECT_SOCIAL'),
  requestOf('GET_FARCASTER_URI'),
  requestOf('CONNECT_FARCASTER'),
  requestOf('IS_CONNECTED'),
  requestOf('GET_USER'),
  requestOf('SET_PREFERRED_ACCOUNT'),
  requestOf('REMOVE_DELEGATION'),
  requestOf('GET_SMART_ACCOUNT_ENABLED_NETWORKS'),
  requestOf('MANAGE_DEVICES'),
  requestOf('EXPORT_KEY'),
  requestOf('SIGN_OUT'),
  requestOf('SWITCH_NETWORK'),
  requestOf('RPC_REQUEST'),
  requestOf('RPC_ABORT'),
])
export type FrameRequest = v.InferOutput<typeof request>

/** Parses a request of the page; `undefined` if it is invalid. */
export function parseRequest(data: unknown): FrameRequest | undefined {
  const parsed = v.safeParse(request, data)
  return parsed.success ? parsed.output : undefined
}

const requestHead = v.object({ type: v.pipe(v.string(), v.regex(/^@w3m-app\/[A-Z_]{1,64}$/)), id })

/** Type and id of a request, whose payload may be invalid; `undefined` if type or id are invalid. */
export function readRequestHead(data: unknown): v.InferOutput<typeof requestHead> | undefined {
  const parsed = v.safeParse(requestHead, data)
  return parsed.success ? parsed.output : undefined
}

const reply = v.object({ type: v.string(), id, payload: v.optional(v.unknown()) })

export type FrameReply<Name extends MessageName> =
  | { readonly ok: true; readonly payload: ReplyPayload<Name> }
  | { readonly ok: false; readonly failure: FailurePayload }

/** Id of the request to which a message of the frame replies; `undefined` if the message is invalid. */
export const replyId = (data: unknown): string | undefined => {
  const parsed = v.safeParse(reply, data)
  return parsed.success ? parsed.output.id : undefined
}

/** Parses the frame's reply to the request `name`; `undefined` if the reply is invalid. */
export function parseReply<Name extends MessageName>(name: Name, data: unknown): FrameReply<Name> | undefined {
  const outer = v.safeParse(reply, data)
  if (!outer.success) return undefined
  const { type, payload } = outer.output
  if (type === `@w3m-frame/${name}_ERROR`) {
    const failed = v.safeParse(failure, payload)
    return failed.success ? { ok: false, failure: failed.output } : undefined
  }
  if (type !== `@w3m-frame/${name}_SUCCESS`) return undefined
  const parsed = v.safeParse(replies[name], payload)
  return parsed.success ? { ok: true, payload: parsed.output } : undefined
}

/** The frame's first message on the channel. */
export const READY = '@w3m-frame/READY'
