import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { parseRequest, RequestError, readJson } from '../../http.js'
import type { Store } from '../../store.js'
import type { SolanaAccountChain } from '../account-sources.js'
import { type Accounts, type KeyRecord, keyMissing } from '../accounts.js'
import { checkProof, keyProof, proofDigest } from '../proofs.js'
import { randomToken, type Secrets } from '../secrets.js'
import type { Session } from '../sessions.js'
import { type SolanaLimits, UNFINISHED_MS } from './solana-limits.js'
import { callSolana } from './solana-rpc.js'
import {
  beginKey,
  commitments,
  createSignatureShare,
  finishKey,
  nonceCommitments,
  readShare,
  readUnfinished,
  word,
  writeShare,
  writeUnfinished,
} from './threshold-key.js'

/** Maximum length of a signed message. A transaction has at most 1,232 bytes. */
const MAX_MESSAGE_BYTES = 16_384

interface SolanaDependencies {
  readonly chains: readonly SolanaAccountChain[]
  readonly store: Store
  readonly secrets: Secrets
  readonly accounts: Accounts
  readonly limits: SolanaLimits
  /** Session of a request, with its token. Rejects with `UNAUTHORIZED`. */
  readonly login: (c: Context) => Promise<{ readonly session: Session; readonly token: string }>
}

const unfinishedRecord = v.object({ accountId: v.string(), sealed: v.string() })
const hex = (maxBytes: number) => v.pipe(v.string(), v.regex(/^(?:[\da-f]{2})+$/), v.maxLength(2 * maxBytes))
/** `frameShare` is encrypted by the frame. */
const finishRequest = v.object({
  generation: word,
  signingShare: word,
  frameShare: hex(2_048),
  publicKey: word,
  proof: keyProof,
})
const signRequest = v.object({ message: hex(MAX_MESSAGE_BYTES), nonces: nonceCommitments })

const keySchema = v.object({ publicKey: v.string(), share: v.string(), frameShare: v.string() })
type StoredKey = v.InferOutput<typeof keySchema>

const keyExists = (): RequestError => new RequestError('CONFLICT', 'The account already has a key for Solana.')
const storeKeyOf = (accountId: string): string => `solana-key:${accountId}`

/**
 * Fields of the reply of `/accounts/me`: `solana` with the Solana networks and the account's public key in hex (`null` until it exists). Empty if the
 * gateway has no Solana network.
 */
export async function describeSolana(
  chains: readonly SolanaAccountChain[],
  store: Store,
  accountId: string,
): Promise<object> {
  if (chains.length === 0) return {}
  const stored = await store.get(storeKeyOf(accountId))
  const publicKey = stored === undefined ? null : v.parse(keySchema, stored).publicKey
  return { solana: { chains: chains.map(({ caipNetworkId, name }) => ({ caipNetworkId, name })), publicKey } }
}

/** Routes that generate an account's key, in two requests. */
function addKeyGeneration(
  routes: Hono,
  { store, secrets, accounts, limits, login }: Omit<SolanaDependencies, 'chains'>,
): void {
  const evmKeyOf = async (accountId: string): Promise<KeyRecord> => {
    const key = await accounts.key(accountId)
    if (key) return key
    throw keyMissing()
  }
  routes.post('/accounts/solana/key/begin', async (c) => {
    const { accountId } = (await login(c)).session
    await evmKeyOf(accountId)
    if ((await store.get(storeKeyOf(accountId))) !== undefined) throw keyExists()
    await limits.countKey(c, accountId)
    const { unfinished, reply } = beginKey(parseRequest(commitments, await readJson(c)))
    const generation = randomToken()
    await limits.addUnfinished(accountId, generation)
    const sealed = await secrets.sealText(`solana key ${generation}`, writeUnfinished(unfinished))
    await store.set(`solana-begun:${generation}`, { accountId, sealed }, { lifetimeMs: UNFINISHED_MS })
    return c.json({ generation, ...reply })
  })
  // Requires a signature of the account's EVM key. Otherwise, somebody with access to the mailbox could create an account to which others send funds.
  routes.put('/accounts/solana/key', async (c) => {
    const { session, token } = await login(c)
    const { generation, signingShare, frameShare, publicKey, proof } = parseRequest(finishRequest, await readJson(c))
    const { address } = await evmKeyOf(session.accountId)
    checkProof(proof, proofDigest(token, 'solana-key', [publicKey, frameShare]), address)
    const found = v.safeParse(unfinishedRecord, await store.take(`solana-begun:${generation}`))
    if (!found.success || found.output.accountId !== session.accountId)
      throw new RequestError('NOT_FOUND', 'This key generation does not exist or has expired.')
    await limits.removeUnfinished(session.accountId, generation)
    const unfinished = readUnfinished(await secrets.openText(`solana key ${generation}`, found.output.sealed))
    const finished = finishKey(unfinished, signingShare)
    if (finished.publicKey !== publicKey)
      throw new RequestError('INVALID_REQUEST', 'The signing share does not match the public key.')
    const record: StoredKey = {
      publicKey,
      frameShare,
      share: await secrets.sealText(`solana share ${session.accountId}`, writeShare(finished.share)),
    }
    await store.update(storeKeyOf(session.accountId), (before) => {
      if (before !== undefined) throw keyExists()
      return record
    })
    return c.json({})
  })
}

/** Routes of the embedded wallet's Solana accounts. Frame and gateway sign together: neither can sign alone. */
export function solanaRoutes({ chains, store, secrets, accounts, limits, login }: SolanaDependencies): Hono {
  const routes = new Hono()
  if (chains.length === 0) return routes
  const keyOf = async (accountId: string): Promise<StoredKey> => {
    const stored = await store.get(storeKeyOf(accountId))
    if (stored === undefined) throw new RequestError('NOT_FOUND', 'The account has no key for Solana.')
    return v.parse(keySchema, stored)
  }
  addKeyGeneration(routes, { store, secrets, accounts, limits, login })
  routes.get('/accounts/solana/key', async (c) => {
    const { publicKey, frameShare } = await keyOf((await login(c)).session.accountId)
    return c.json({ publicKey, frameShare })
  })
  routes.post('/accounts/solana/sign', async (c) => {
    const { accountId } = (await login(c)).session
    const request = parseRequest(signRequest, await readJson(c))
    const { share } = await keyOf(accountId)
    await limits.countSignature(c, accountId)
    return c.json(createSignatureShare(readShare(await secrets.openText(`solana share ${accountId}`, share)), request))
  })
  routes.post('/accounts/solana/rpc', async (c) => {
    await login(c)
    return c.json({ result: await callSolana(chains, await readJson(c)) })
  })
  return routes
}
