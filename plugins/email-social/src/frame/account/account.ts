import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { type FrameAccount, FrameError, gateway, refusal, type StoredKey } from '../gateway.js'
import { deleteRecord, keepRecords, readRecord, recordNames, storeRecord } from './device.js'
import { requireKnownWallet, storeKnownWallet } from './known-wallet.js'

/** Record name of a site's session. Contains the site, because sites of the same registrable domain share the frame's storage. */
const sessionName = (site: string): string => `session:${site}`
/** Record name of the session in earlier versions, in which these sites shared one session. */
const UNSCOPED_SESSION = 'session'
const shareName = (accountId: string, address: string): string => `share:${accountId}:${address.toLowerCase()}`

/** Session at the gateway (a bearer token), and its account. */
export interface Login {
  readonly session: string
  readonly account: FrameAccount
}

/** Login whose account has a key share in this browser. `address` is the EVM address of the key. */
export interface LoginWithKey extends Login {
  readonly address: string
}

const encoder = new TextEncoder()

/** Session that this browser has stored for the site; `undefined` if there is none. */
export async function readSession(site: string): Promise<string | undefined> {
  const stored = await readRecord(sessionName(site))
  return stored && new TextDecoder().decode(stored)
}

/**
 * Reads the session that this browser has stored for the site, and requests its account. `null` if there is no session, if it has ended, or if the
 * gateway assigns it to another site. Returns `known` without a request if its session is the stored one.
 */
export async function restoreLogin(site: string, known?: Login): Promise<Login | null> {
  const session = await readSession(site)
  if (session === undefined) return null
  if (session === known?.session) return known
  try {
    const account = await gateway.account(session)
    return account.site === site ? { session, account } : null
  } catch (error) {
    if (error instanceof FrameError && error.code === 'UNAUTHORIZED') {
      await deleteIfStored(site, session)
      return null
    }
    throw error
  }
}

/** Deletes an ended session from this browser. Does nothing if a newer login has replaced it. */
export const deleteSession = ({ session, account }: Login): Promise<void> => deleteIfStored(account.site, session)

async function deleteIfStored(site: string, session: string): Promise<void> {
  if ((await readSession(site)) === session) await deleteRecord(sessionName(site))
}

export const storeSession = ({ session, account }: Login): Promise<void> =>
  storeRecord(sessionName(account.site), new Uint8Array(encoder.encode(session)))

/** Ends a login in this browser and at the gateway. Keeps another login that this browser has stored for the site. */
export async function endOwnLogin(login: Login | null): Promise<void> {
  if (!login) return
  try {
    await deleteSession(login)
  } finally {
    await gateway.signOut(login.session)
  }
}

/** Name of the record with the batches that an account has sent for a site. */
export const batchesName = (accountId: string, site: string): string => `batches:${accountId}:${site}`

/** Deletes the batches of all accounts for a site. */
async function deleteBatches(site: string): Promise<void> {
  const names = await recordNames('batches:')
  await Promise.all(names.filter((name) => name.endsWith(`:${site}`)).map(deleteRecord))
}

/**
 * Ends a login and the stored login of the site, which may be newer, in this browser and at the gateway. Deletes the batches of the site. Keeps this
 * browser's key share (the device share), because the next login needs it.
 */
export async function endLogin(site: string, login: Login | null): Promise<void> {
  const stored = await readSession(site)
    .catch(() => readSession(site))
    .catch(() => undefined) // an unreadable session is deleted too
  try {
    await deleteRecord(sessionName(site))
    await deleteRecord(UNSCOPED_SESSION)
    await deleteBatches(site)
  } finally {
    const sessions = new Set([login?.session, stored].filter((session) => session !== undefined))
    await Promise.all([...sessions].map((session) => gateway.signOut(session)))
  }
}

/**
 * Adds the account's address to a login; `null` if the account has no key yet, or if this browser has no share of the key. Rejects with
 * `WALLET_UNKNOWN` like {@link requireKnownWallet}.
 */
export async function readLoginWithKey(login: Login): Promise<LoginWithKey | null> {
  await requireKnownWallet(login.account)
  const address = login.account.wallet?.address
  if (address === undefined) return null
  const share = await readRecord(shareName(login.account.accountId, address))
  if (!share) return null
  share.fill(0)
  const loginWithKey = { ...login, address }
  await storeKnownWallet(loginWithKey)
  return loginWithKey
}

async function storeShare(login: Login, address: string, share: Uint8Array<ArrayBuffer>): Promise<void> {
  await storeRecord(shareName(login.account.accountId, address), share)
  void keepRecords()
}

const deleteShare = (login: Login, address: string): Promise<undefined> =>
  deleteRecord(shareName(login.account.accountId, address))

/** Key share stored in this browser. Rejects with 4100 if there is none. */
export async function readDeviceShare({ account, address }: LoginWithKey): Promise<Uint8Array<ArrayBuffer>> {
  const share = await readRecord(shareName(account.accountId, address))
  if (share) return share
  throw new FrameError(4100, 'This browser has no share of the key. Log in again.')
}

/**
 * Device share and gateway share, which together recover the key. The gateway share is requested for each use, so that an ended session cannot sign.
 */
export async function readShares(
  login: LoginWithKey,
): Promise<readonly [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>]> {
  const [device, key] = await Promise.all([readDeviceShare(login), gateway.readKey(login.session)])
  return [device, hexToBytes(key.share)]
}

/**
 * Call if the gateway replies that the account already has a key. Does nothing if this key has the same address: the browser or a proxy may have
 * repeated the request. Otherwise deletes the device share and rejects with `CONFLICT`. If the stored key cannot be read, rejects and keeps the
 * share.
 */
async function requireStoredKey(login: Login, address: string): Promise<void> {
  const stored = await gateway.readKey(login.session)
  if (stored.address.toLowerCase() === address.toLowerCase()) return
  await deleteShare(login, address)
  throw await refusal({
    code: 'CONFLICT',
    reason: 'OTHER_KEY_STORED',
    message:
      'Your wallet was made in another tab or device. The code that you have just saved is not valid: delete it, and use the other one.',
  })
}

/**
 * Stores a new key: the device share in this browser first, so that the gateway never has the only share. Rejects with `CONFLICT`, and deletes the
 * device share, if the account has another key.
 */
export async function storeNewKey(
  login: Login,
  {
    address,
    device,
    key,
  }: {
    readonly address: string
    readonly device: Uint8Array<ArrayBuffer>
    readonly key: Pick<StoredKey, 'recovery'> & { readonly server: Uint8Array }
  },
): Promise<void> {
  await storeShare(login, address, device)
  try {
    await gateway.storeKey(login.session, { address, share: bytesToHex(key.server), recovery: key.recovery })
  } catch (error) {
    if (!(error instanceof FrameError && error.code === 'CONFLICT')) throw error
    await requireStoredKey(login, address)
  }
  await storeKnownWallet({ ...login, address })
}

/** Stores the share of a recovered key. */
export async function storeRecoveredShare(loginWithKey: LoginWithKey, share: Uint8Array<ArrayBuffer>): Promise<void> {
  await storeShare(loginWithKey, loginWithKey.address, share)
  await storeKnownWallet(loginWithKey)
}
