import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { getBase58Decoder } from '@solana/web3.js'
import { type ReadyLogin, readShares } from '../account/account.js'
import { forget, keep, read } from '../account/device.js'
import { FrameError, gateway, refusal } from '../gateway.js'
import { fromHex, toHex } from '../hex.js'
import { withKey } from '../key/key.js'
import { proveKey } from '../key/proof.js'
import {
  beginKey,
  finishKey,
  type KeyShare,
  publicKeyOf,
  readShare,
  signTogether,
  writeShare,
} from './threshold-key.js'

/** Solana account of a login. */
export interface SolanaAccount {
  /** Base58. */
  readonly address: string
  readonly publicKey: Uint8Array
  /** Ed25519 signature (RFC 8032). The gateway participates, so that an ended session cannot sign. */
  sign(message: Uint8Array): Promise<Uint8Array>
}

const text = new TextEncoder()
/** Length of an AES-GCM nonce. */
const IV_BYTES = 12

const nameOf = ({ account }: ReadyLogin, publicKey: string): string => `solana-share:${account.accountId}:${publicKey}`

/**
 * Key that encrypts the frame's share for the gateway's store, derived from the account's EVM key. Recovering the EVM key in a new browser therefore
 * recovers the Solana account too, and the gateway cannot decrypt the share.
 */
async function backupKey(login: ReadyLogin): Promise<CryptoKey> {
  const bytes = await withKey(await readShares(login), login.address, (key) =>
    hkdf(sha256, key, text.encode('wallet-modal solana share v1'), text.encode(login.address.toLowerCase()), 32),
  )
  try {
    return await crypto.subtle.importKey('raw', new Uint8Array(bytes), 'AES-GCM', false, ['encrypt', 'decrypt'])
  } finally {
    bytes.fill(0)
  }
}

const parametersOf = (nonce: Uint8Array<ArrayBuffer>, publicKey: string): AesGcmParams => ({
  name: 'AES-GCM',
  iv: nonce,
  additionalData: new Uint8Array(text.encode(publicKey)),
})

async function sealBackup(login: ReadyLogin, publicKey: string, share: Uint8Array<ArrayBuffer>): Promise<string> {
  const nonce = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const sealed = await crypto.subtle.encrypt(parametersOf(nonce, publicKey), await backupKey(login), share)
  return toHex(nonce) + toHex(new Uint8Array(sealed))
}

async function openBackup(login: ReadyLogin, publicKey: string, sealed: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = fromHex(sealed)
  const parameters = parametersOf(bytes.slice(0, IV_BYTES), publicKey)
  return new Uint8Array(await crypto.subtle.decrypt(parameters, await backupKey(login), bytes.slice(IV_BYTES)))
}

/** Generates the key together with the gateway. Stores this browser's share first, so that the gateway never has the only share. */
async function makeKey(login: ReadyLogin): Promise<KeyShare> {
  const { commitments, secret } = beginKey()
  const { generation, ...answer } = await gateway.solana.beginKey(login.session, commitments)
  const { share, forGateway } = finishKey(secret, answer)
  const publicKey = publicKeyOf(share)
  const bytes = writeShare(share)
  await keep(nameOf(login, publicKey), bytes)
  const frameShare = await sealBackup(login, publicKey, bytes)
  bytes.fill(0)
  const proof = await proveKey(login, 'solana-key', [publicKey, frameShare])
  const body = { generation, signingShare: forGateway, frameShare, publicKey, proof }
  try {
    await gateway.solana.storeKey(login.session, body)
  } catch (error) {
    if (error instanceof FrameError && error.code === 'CONFLICT') await forget(nameOf(login, publicKey))
    throw error
  }
  return share
}

/** This browser's share, or the encrypted share stored at the gateway if this browser has none yet. */
async function existingShare(login: ReadyLogin, publicKey: string): Promise<KeyShare> {
  const storedShare = await read(nameOf(login, publicKey))
  if (storedShare) return readShare(storedShare)
  const stored = await gateway.solana.readKey(login.session)
  if (stored.publicKey !== publicKey) throw new FrameError('FAULT', 'An error occurred')
  const bytes = await openBackup(login, publicKey, stored.frameShare)
  const share = readShare(bytes)
  if (publicKeyOf(share) !== publicKey) throw new FrameError('FAULT', 'An error occurred')
  await keep(nameOf(login, publicKey), bytes)
  return share
}

/** Contains the EVM address, which belongs to this browser's own share. Account ids are the gateway's choice. */
const finishedName = ({ address }: ReadyLogin): string => `solana-key:${address.toLowerCase()}`

/** Public key of the account that this browser has used. `undefined` for a key whose generation was not confirmed. */
async function usedKey(login: ReadyLogin): Promise<string | undefined> {
  const storedShare = await read(finishedName(login))
  return storedShare && toHex(storedShare)
}

/**
 * The key that this browser has used, confirmed by the gateway. Rejects if the gateway denies it or names another one: with a second key, funds of the
 * first one would seem lost.
 */
async function confirmedKey(login: ReadyLogin, used: string): Promise<string> {
  const named = login.account.solana?.publicKey ?? (await storedKey(login))
  if (named === used) return used
  throw await refusal({
    code: 'SOLANA_ACCOUNT_UNKNOWN',
    message:
      'The server does not know the Solana account that you have used in this browser. No other account was created. Contact the site.',
  })
}

/** Public key that the gateway stores now; the login may have been read before the key existed. */
async function storedKey({ session }: ReadyLogin): Promise<string | undefined> {
  try {
    return (await gateway.solana.readKey(session)).publicKey
  } catch (error) {
    if (error instanceof FrameError && error.code === 'NOT_FOUND') return undefined
    throw error
  }
}

/** Public keys by account id, for logins that were read before their key existed. */
const createdKeys = new Map<string, string>()

async function loadShare(login: ReadyLogin): Promise<KeyShare> {
  const used = await usedKey(login)
  if (used !== undefined) return existingShare(login, await confirmedKey(login, used))
  const known = login.account.solana?.publicKey ?? createdKeys.get(login.account.accountId)
  if (known) return existingShare(login, known)
  try {
    return await makeKey(login)
  } catch (error) {
    // another tab or browser was faster
    if (!(error instanceof FrameError && error.code === 'CONFLICT')) throw error
    return existingShare(login, (await gateway.solana.readKey(login.session)).publicKey)
  }
}

const loading = new Map<string, Promise<KeyShare>>()

/** The share, loaded or created once for simultaneous requests. */
async function shareOf(login: ReadyLogin): Promise<KeyShare> {
  const { accountId } = login.account
  const share = loading.get(accountId) ?? loadShare(login)
  loading.set(accountId, share)
  try {
    const known = await share
    await keep(finishedName(login), fromHex(publicKeyOf(known)))
    createdKeys.set(accountId, publicKeyOf(known))
    return known
  } finally {
    loading.delete(accountId)
  }
}

/** Solana account, created on first use. */
export async function solanaAccount(login: ReadyLogin): Promise<SolanaAccount> {
  const publicKey = fromHex(publicKeyOf(await shareOf(login)))
  return {
    address: getBase58Decoder().decode(publicKey),
    publicKey,
    sign: async (message) =>
      signTogether(await shareOf(login), message, (nonces) =>
        gateway.solana.sign(login.session, { message: toHex(message), nonces }),
      ),
  }
}
