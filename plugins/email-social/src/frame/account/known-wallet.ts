import * as v from 'valibot'
import { type FrameAccount, refusal } from '../gateway.js'
import { toHex } from '../hex.js'
import { forget, keep, read } from './device.js'

/**
 * Wallets that this browser has used: by account id, and by email address, which stays the same where the gateway lost its store and assigns another
 * account id. With a second key, the funds of the first one would seem lost.
 */
const knownWallet = v.object({ accountId: v.string(), address: v.string(), email: v.optional(v.string()) })
type KnownWallet = v.InferOutput<typeof knownWallet>

const text = new TextEncoder()
const byAccount = (accountId: string): string => `known-wallet:account:${accountId}`
/** Names of records are not encrypted. */
const byEmail = async (email: string): Promise<string> => {
  const hash = await crypto.subtle.digest('SHA-256', text.encode(email.toLowerCase()))
  return `known-wallet:email:${toHex(new Uint8Array(hash))}`
}

async function readKnown(name: string): Promise<KnownWallet | undefined> {
  const stored = await read(name)
  return stored && v.parse(knownWallet, JSON.parse(new TextDecoder().decode(stored)))
}

/** Stores the wallet of an account whose key share is in this browser. After a change of the email address, the old address has no wallet. */
export async function storeKnownWallet({
  account: { accountId, email },
  address,
}: {
  readonly account: FrameAccount
  readonly address: string
}): Promise<void> {
  const before = await readKnown(byAccount(accountId))
  const isKnown = before?.address === address && before.email === email
  if (isKnown) return
  const known: KnownWallet = { accountId, address, ...(email !== undefined && { email }) }
  const record = new Uint8Array(text.encode(JSON.stringify(known)))
  if (email !== undefined) await keep(await byEmail(email), record)
  if (before?.email !== undefined && before.email !== email) {
    const oldName = await byEmail(before.email)
    if ((await readKnown(oldName))?.accountId === accountId) await forget(oldName)
  }
  await keep(byAccount(accountId), record) // last: an interrupted change is completed by the next login
}

/** Rejects if the gateway denies the wallet that this browser has used with the login, or names another one for the account. */
export async function refuseDeniedWallet({ accountId, email, wallet }: FrameAccount): Promise<void> {
  const known =
    (await readKnown(byAccount(accountId))) ??
    (wallet === null && email !== undefined ? await readKnown(await byEmail(email)) : undefined)
  if (known === undefined || known.address.toLowerCase() === wallet?.address.toLowerCase()) return
  throw await refusal({
    code: 'WALLET_UNKNOWN',
    message:
      'The server does not know the wallet that you have used in this browser with this login. No other wallet was created. If you have changed the email address, log in with the new one. Otherwise contact the site.',
  })
}
