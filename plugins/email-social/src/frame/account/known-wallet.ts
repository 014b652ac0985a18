import { bytesToHex } from '@noble/hashes/utils.js'
import * as v from 'valibot'
import { type FrameAccount, refusal } from '../gateway.js'
import { deleteRecord, readRecord, storeRecord } from './device.js'

/**
 * Wallet that this browser has used, stored by account id and by email address. A gateway that has lost its data assigns another account id to the
 * same email address. Without these records, the visitor would then get a second key, and the funds of the first key would seem lost.
 */
const knownWallet = v.object({ accountId: v.string(), address: v.string(), email: v.optional(v.string()) })
type KnownWallet = v.InferOutput<typeof knownWallet>

const encoder = new TextEncoder()
const byAccount = (accountId: string): string => `known-wallet:account:${accountId}`
/** Record name. Contains a hash of the email address, because record names are not encrypted. */
const byEmail = async (email: string): Promise<string> => {
  const hash = await crypto.subtle.digest('SHA-256', encoder.encode(email.toLowerCase()))
  return `known-wallet:email:${bytesToHex(new Uint8Array(hash))}`
}

async function readKnownWallet(name: string): Promise<KnownWallet | undefined> {
  const stored = await readRecord(name)
  return stored && v.parse(knownWallet, JSON.parse(new TextDecoder().decode(stored)))
}

/**
 * Stores the wallet of an account whose key share is in this browser, if the record has changed. After a change of the email address, deletes the
 * record of the old address. Ignores a failed write, for example on a full disk: the next login writes again.
 */
export async function storeKnownWallet({
  account: { accountId, email },
  address,
}: {
  readonly account: FrameAccount
  readonly address: string
}): Promise<void> {
  const previous = await readKnownWallet(byAccount(accountId))
  const isKnown = previous?.address === address && previous.email === email
  if (isKnown) return
  const wallet: KnownWallet = { accountId, address, ...(email !== undefined && { email }) }
  await replaceKnownWallet(previous, wallet).catch(() => undefined)
}

async function replaceKnownWallet(previous: KnownWallet | undefined, wallet: KnownWallet): Promise<void> {
  const { accountId, email } = wallet
  const record = new Uint8Array(encoder.encode(JSON.stringify(wallet)))
  if (email !== undefined) await storeRecord(await byEmail(email), record)
  if (previous?.email !== undefined && previous.email !== email) {
    const oldName = await byEmail(previous.email)
    if ((await readKnownWallet(oldName))?.accountId === accountId) await deleteRecord(oldName)
  }
  await storeRecord(byAccount(accountId), record) // written last: after an interruption, the next login finds the old record and repeats all writes
}

/**
 * Rejects with `WALLET_UNKNOWN` in two cases:
 * - This browser has used a wallet with this account, but the gateway returns no wallet or another wallet.
 * - This browser has used a wallet with this email address, but the gateway returns no wallet.
 *
 * Accepts any wallet if the gateway loses its accounts when it restarts (`hasTemporaryStore`).
 */
export async function requireKnownWallet({ accountId, email, wallet, hasTemporaryStore }: FrameAccount): Promise<void> {
  if (hasTemporaryStore) return
  const known =
    (await readKnownWallet(byAccount(accountId))) ??
    (wallet === null && email !== undefined ? await readKnownWallet(await byEmail(email)) : undefined)
  if (known === undefined || known.address.toLowerCase() === wallet?.address.toLowerCase()) return
  throw await refusal({
    code: 'WALLET_UNKNOWN',
    message:
      'The server does not know the wallet that you have used in this browser with this login. No other wallet was created. If you have changed the email address, log in with the new one. Otherwise contact the site.',
  })
}
