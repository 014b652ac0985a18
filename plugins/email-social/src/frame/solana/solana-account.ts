import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { getBase58Decoder } from '@solana/web3.js'
import { type LoginWithKey, readShares } from '../account/account.js'
import { deleteRecord, readRecord, storeRecord } from '../account/device.js'
import { FrameError, gateway, refusal } from '../gateway.js'
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

export interface SolanaAccount {
  /** Base58 public key. */
  readonly address: string
  readonly publicKey: Uint8Array
  /** Signs with Ed25519 (RFC 8032). The gateway takes part in each signature, so that an ended session cannot sign. */
  sign(message: Uint8Array): Promise<Uint8Array>
}

const encoder = new TextEncoder()
/** Length of an AES-GCM nonce, in bytes. */
const IV_BYTES = 12

const shareName = ({ account }: LoginWithKey, publicKey: string): string =>
  `solana-share:${account.accountId}:${publicKey}`

/**
 * Key that encrypts the frame's share of the Solana key for storage at the gateway (backup). It is derived from the account's EVM key. Therefore a
 * visitor who recovers the EVM key in a new browser also recovers the Solana account, and the gateway cannot decrypt the share.
 */
async function backupKey(login: LoginWithKey): Promise<CryptoKey> {
  const bytes = await withKey(await readShares(login), login.address, (key) =>
    hkdf(sha256, key, encoder.encode('wallet-modal solana share v1'), encoder.encode(login.address.toLowerCase()), 32),
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
  additionalData: new Uint8Array(encoder.encode(publicKey)),
})

async function sealBackup(login: LoginWithKey, publicKey: string, share: Uint8Array<ArrayBuffer>): Promise<string> {
  const nonce = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const sealed = await crypto.subtle.encrypt(parametersOf(nonce, publicKey), await backupKey(login), share)
  return bytesToHex(nonce) + bytesToHex(new Uint8Array(sealed))
}

async function openBackup(login: LoginWithKey, publicKey: string, sealed: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = hexToBytes(sealed)
  const parameters = parametersOf(bytes.slice(0, IV_BYTES), publicKey)
  return new Uint8Array(await crypto.subtle.decrypt(parameters, await backupKey(login), bytes.slice(IV_BYTES)))
}

/** Creates the Solana key together with the gateway. Stores this browser's share first, so that the gateway never has the only share. */
async function makeKey(login: LoginWithKey): Promise<KeyShare> {
  const { commitments, secret } = beginKey()
  const { generation, ...answer } = await gateway.solana.beginKey(login.session, commitments)
  const { share, forGateway } = finishKey(secret, answer)
  const publicKey = publicKeyOf(share)
  const bytes = writeShare(share)
  await storeRecord(shareName(login, publicKey), bytes)
  const frameShare = await sealBackup(login, publicKey, bytes)
  bytes.fill(0)
  const proof = await proveKey(login, 'solana-key', [publicKey, frameShare])
  const body = { generation, signingShare: forGateway, frameShare, publicKey, proof }
  try {
    await gateway.solana.storeKey(login.session, body)
  } catch (error) {
    if (error instanceof FrameError && error.code === 'CONFLICT') await deleteRecord(shareName(login, publicKey))
    throw error
  }
  return share
}

/** Share stored in this browser, or else the decrypted backup from the gateway. Ignores a failed write: the next call reads the backup again. */
async function existingShare(login: LoginWithKey, publicKey: string): Promise<KeyShare> {
  const storedShare = await readRecord(shareName(login, publicKey))
  if (storedShare) return readShare(storedShare)
  const stored = await gateway.solana.readKey(login.session)
  if (stored.publicKey !== publicKey) throw new FrameError('FAULT', 'An error occurred')
  const bytes = await openBackup(login, publicKey, stored.frameShare)
  const share = readShare(bytes)
  if (publicKeyOf(share) !== publicKey) throw new FrameError('FAULT', 'An error occurred')
  await storeRecord(shareName(login, publicKey), bytes).catch(() => undefined)
  return share
}

/**
 * Name of the record with the public key that this browser has used. Contains the EVM address, because the gateway could change the account id, but
 * not the EVM key.
 */
const usedKeyName = ({ address }: LoginWithKey): string => `solana-key:${address.toLowerCase()}`

/** Public key of the Solana account that this browser has used; `undefined` if it has used none. */
async function usedKey(login: LoginWithKey): Promise<string | undefined> {
  const publicKey = await readRecord(usedKeyName(login))
  return publicKey && bytesToHex(publicKey)
}

/** Stores that this browser has used the public key. Ignores a failed write, for example on a full disk: the next call repeats it. */
async function storeUsedKey(login: LoginWithKey, publicKey: string): Promise<void> {
  if ((await usedKey(login)) === publicKey) return
  await storeRecord(usedKeyName(login), hexToBytes(publicKey)).catch(() => undefined)
}

/**
 * Returns `used` if the gateway has stored the same public key. Rejects with `SOLANA_ACCOUNT_UNKNOWN` if the gateway has no key or another key: with
 * a second key, the funds of the first key would seem lost.
 */
async function confirmedKey(login: LoginWithKey, used: string): Promise<string> {
  const gatewayKey = login.account.solana?.publicKey ?? (await storedKey(login))
  if (gatewayKey === used) return used
  throw await refusal({
    code: 'SOLANA_ACCOUNT_UNKNOWN',
    message:
      'The server does not know the Solana account that you have used in this browser. No other account was created. Contact the site.',
  })
}

/** Requests the public key from the gateway, because the key may have been created after `login` was read. `undefined` if there is no key. */
async function storedKey({ session }: LoginWithKey): Promise<string | undefined> {
  try {
    return (await gateway.solana.readKey(session)).publicKey
  } catch (error) {
    if (error instanceof FrameError && error.code === 'NOT_FOUND') return undefined
    throw error
  }
}

/** Public keys by account id, for logins whose account was read before the key was created. */
const createdKeys = new Map<string, string>()

async function loadShare(login: LoginWithKey): Promise<KeyShare> {
  const used = await usedKey(login)
  if (used !== undefined) return existingShare(login, await confirmedKey(login, used))
  const publicKey = login.account.solana?.publicKey ?? createdKeys.get(login.account.accountId)
  if (publicKey) return existingShare(login, publicKey)
  try {
    return await makeKey(login)
  } catch (error) {
    // `CONFLICT`: another tab or browser has stored its key first
    if (!(error instanceof FrameError && error.code === 'CONFLICT')) throw error
    return existingShare(login, (await gateway.solana.readKey(login.session)).publicKey)
  }
}

/** Pending loads by account id. */
const loading = new Map<string, Promise<KeyShare>>()

/** Loads the share, or creates the key. Simultaneous calls share one load. */
async function shareOf(login: LoginWithKey): Promise<KeyShare> {
  const { accountId } = login.account
  const share = loading.get(accountId) ?? loadShare(login)
  loading.set(accountId, share)
  try {
    const loadedShare = await share
    await storeUsedKey(login, publicKeyOf(loadedShare))
    createdKeys.set(accountId, publicKeyOf(loadedShare))
    return loadedShare
  } finally {
    loading.delete(accountId)
  }
}

/** Solana account of a login, created on the first call. */
export async function solanaAccount(login: LoginWithKey): Promise<SolanaAccount> {
  const publicKey = hexToBytes(publicKeyOf(await shareOf(login)))
  return {
    address: getBase58Decoder().decode(publicKey),
    publicKey,
    sign: async (message) =>
      signTogether(await shareOf(login), message, (nonces) =>
        gateway.solana.sign(login.session, { message: bytesToHex(message), nonces }),
      ),
  }
}
